use super::open_set;

open_set! {
    /// What kind of program a shader is.
    ///
    /// Source: DirectXShaderCompiler `include/dxc/DXIL/DxilConstants.h` `ShaderKind`; `PSVShaderKind` has the same numbers.
    /// The DXIL program header stores it in 16 bits, PSV0 in 8.
    pub struct ShaderKind(u16) {
        /// Pixel (fragment) shader.
        PIXEL = 0 => "pixel",
        /// Vertex shader.
        VERTEX = 1 => "vertex",
        /// Geometry shader.
        GEOMETRY = 2 => "geometry",
        /// Hull (tessellation control) shader.
        HULL = 3 => "hull",
        /// Domain (tessellation evaluation) shader.
        DOMAIN = 4 => "domain",
        /// Compute shader.
        COMPUTE = 5 => "compute",
        /// Library: several entry points in one program. It has no PSV0 part.
        LIBRARY = 6 => "library",
        /// Ray generation shader.
        RAY_GENERATION = 7 => "ray_generation",
        /// Intersection shader.
        INTERSECTION = 8 => "intersection",
        /// Any-hit shader.
        ANY_HIT = 9 => "any_hit",
        /// Closest-hit shader.
        CLOSEST_HIT = 10 => "closest_hit",
        /// Miss shader.
        MISS = 11 => "miss",
        /// Callable shader.
        CALLABLE = 12 => "callable",
        /// Mesh shader.
        MESH = 13 => "mesh",
        /// Amplification (task) shader.
        AMPLIFICATION = 14 => "amplification",
        /// Work graph node shader.
        NODE = 15 => "node",
    }
}
