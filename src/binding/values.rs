use crate::values::ShaderKind;

/// Defines one of this module's own value sets, with the names that psoview's maps and JSON have for its values.
macro_rules! named_set {
    (
        $(#[$attribute:meta])*
        pub enum $set:ident {
            $( $(#[$value_attribute:meta])* $value:ident => $name:literal, )+
        }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum $set {
            $( $(#[$value_attribute])* $value, )+
        }

        impl $set {
            /// Every value.
            pub const ALL_VALUES: &'static [Self] = &[$(Self::$value),+];

            /// The name in snake_case, as psoview's maps and JSON have it.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $( Self::$value => $name, )+ }
            }
        }

        impl core::fmt::Display for $set {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

pub(super) use named_set;

named_set! {
    /// The class of a resource, which is also its register file (`vkd3d_shader_descriptor_type`).
    pub enum DescriptorType {
        /// Shader resource view (`t` registers).
        Srv => "srv",
        /// Unordered access view (`u` registers).
        Uav => "uav",
        /// Constant buffer view (`b` registers).
        Cbv => "cbv",
        /// Sampler (`s` registers).
        Sampler => "sampler",
    }
}

named_set! {
    /// The stages that an entry is for (`vkd3d_shader_visibility`, `D3D12_SHADER_VISIBILITY`).
    ///
    /// vkd3d knows neither amplification nor mesh shaders; here they are stages like the others, in every profile.
    pub enum Visibility {
        /// Every stage, also one that has no visibility of its own.
        All => "all",
        /// Vertex shader.
        Vertex => "vertex",
        /// Hull shader.
        Hull => "hull",
        /// Domain shader.
        Domain => "domain",
        /// Geometry shader.
        Geometry => "geometry",
        /// Pixel shader.
        Pixel => "pixel",
        /// Compute shader.
        Compute => "compute",
        /// Amplification shader.
        Amplification => "amplification",
        /// Mesh shader.
        Mesh => "mesh",
    }
}

impl Visibility {
    /// The visibility to this stage alone; `None` for a stage that only [`All`](Self::All) reaches (libraries, ray
    /// tracing, work graph nodes and numbers without a name).
    #[must_use]
    pub const fn of(stage: ShaderKind) -> Option<Self> {
        Some(match stage {
            ShaderKind::VERTEX => Self::Vertex,
            ShaderKind::HULL => Self::Hull,
            ShaderKind::DOMAIN => Self::Domain,
            ShaderKind::GEOMETRY => Self::Geometry,
            ShaderKind::PIXEL => Self::Pixel,
            ShaderKind::COMPUTE => Self::Compute,
            ShaderKind::AMPLIFICATION => Self::Amplification,
            ShaderKind::MESH => Self::Mesh,
            _ => return None,
        })
    }

    /// Whether an entry with this visibility is there for a shader of this stage.
    #[inline]
    #[must_use]
    pub fn admits(self, stage: ShaderKind) -> bool {
        self == Self::All || Self::of(stage) == Some(self)
    }

    /// Whether there is a stage that both are visible to.
    #[must_use]
    pub fn meets(self, other: Self) -> bool {
        self == other || self == Self::All || other == Self::All
    }
}

named_set! {
    /// Whether a resource is a buffer or an image, which decides the [`BindingFlags`] that its entry needs.
    pub enum Nature {
        /// Neither: samplers.
        Neither => "neither",
        /// A buffer: constant, typed, byte-address, structured and texture buffers, and acceleration structures.
        Buffer => "buffer",
        /// An image: every texture, sampler feedback maps included.
        Image => "image",
        /// Not known: the typed resources of a PSV0 record of 16 bytes.
        Unknown => "unknown",
    }
}

/// What an entry may hold (`vkd3d_shader_binding_flag`); a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BindingFlags(u32);

impl BindingFlags {
    /// No flag.
    pub const NONE: Self = Self(0);
    /// Buffers.
    pub const BUFFER: Self = Self(1);
    /// Images.
    pub const IMAGE: Self = Self(2);
    /// The entry is a window of a descriptor heap. Only vkd3d-proton's profile looks at it, and the number is
    /// vkd3d-proton's.
    pub const BINDLESS: Self = Self(8);

    /// The flags that these bits make.
    #[must_use]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// The bits.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The flags of both.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether every flag of `other` is set.
    #[inline]
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}
