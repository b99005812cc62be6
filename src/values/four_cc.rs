use core::fmt;

/// A part's tag: four bytes, ASCII letters and digits in reading order in every tag known.
///
/// The constants are the tags that compilers are known to write (DirectXShaderCompiler
/// `include/dxc/DxilContainer/DxilContainer.h` `DxilFourCC`, and the older compiler's). Any other tag is kept as it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FourCc([u8; 4]);

macro_rules! known_tags {
    ($( $(#[$attribute:meta])* $tag:ident = $bytes:literal, )+) => {
        impl FourCc {
            $( $(#[$attribute])* pub const $tag: Self = Self(*$bytes); )+

            /// Every tag that has a constant.
            pub const KNOWN: &'static [Self] = &[$(Self::$tag),+];
        }
    };
}

known_tags! {
    /// The container's own magic.
    DXBC = b"DXBC",
    /// Program header and DXIL bitcode.
    DXIL = b"DXIL",
    /// Program header and DXIL bitcode with debug information.
    ILDB = b"ILDB",
    /// Name of the debug information file.
    ILDN = b"ILDN",
    /// Shader feature flags.
    SFI0 = b"SFI0",
    /// Hash of the bitcode.
    HASH = b"HASH",
    /// Compiler version (libraries).
    VERS = b"VERS",
    /// Statistics, or reflection bitcode.
    STAT = b"STAT",
    /// Private data.
    PRIV = b"PRIV",
    /// Root signature.
    RTS0 = b"RTS0",
    /// Pipeline state validation: what [`psv`](crate::psv) reads.
    PSV0 = b"PSV0",
    /// Run-time data (libraries).
    RDAT = b"RDAT",
    /// Input signature.
    ISG1 = b"ISG1",
    /// Output signature.
    OSG1 = b"OSG1",
    /// Patch-constant or primitive signature.
    PSG1 = b"PSG1",
    /// Input signature, older layout.
    ISGN = b"ISGN",
    /// Output signature, older layout.
    OSGN = b"OSGN",
    /// Output signature with streams, older layout.
    OSG5 = b"OSG5",
    /// Patch-constant signature, older layout.
    PCSG = b"PCSG",
    /// Resource definitions.
    RDEF = b"RDEF",
    /// Source information (PDB files).
    SRCI = b"SRCI",
    /// PDB information.
    PDBI = b"PDBI",
    /// Shader model 4 token code.
    SHDR = b"SHDR",
    /// Shader model 5 token code.
    SHEX = b"SHEX",
    /// Direct3D 9 level code.
    AON9 = b"Aon9",
    /// Debug information of shader model 4 and 5.
    SDBG = b"SDBG",
    /// Embedded PDB file.
    SPDB = b"SPDB",
    /// Interfaces of dynamic linkage.
    IFCE = b"IFCE",
    /// Written by older compilers and libraries, as are the ones below; other readers know the tags, psoview reads none.
    XHSH = b"XHSH",
    /// See [`XHSH`](Self::XHSH).
    LIBF = b"LIBF",
    /// See [`XHSH`](Self::XHSH).
    LFS0 = b"LFS0",
    /// See [`XHSH`](Self::XHSH).
    LIBH = b"LIBH",
    /// See [`XHSH`](Self::XHSH).
    FX10 = b"FX10",
    /// See [`XHSH`](Self::XHSH).
    XNAP = b"XNAP",
    /// See [`XHSH`](Self::XHSH).
    XNAS = b"XNAS",
    /// See [`XHSH`](Self::XHSH).
    CLI4 = b"CLI4",
    /// See [`XHSH`](Self::XHSH).
    CTAB = b"CTAB",
    /// See [`XHSH`](Self::XHSH).
    FXLC = b"FXLC",
}

impl FourCc {
    /// The tag made of these four bytes.
    #[inline]
    #[must_use]
    pub const fn new(bytes: [u8; 4]) -> Self {
        Self(bytes)
    }

    /// The four bytes.
    #[inline]
    #[must_use]
    pub const fn bytes(self) -> [u8; 4] {
        self.0
    }

    /// Whether the tag is one of [`KNOWN`](Self::KNOWN).
    #[must_use]
    pub fn is_known(self) -> bool {
        Self::KNOWN.contains(&self)
    }
}

/// Prints the four characters, escaped as in a Rust string where they are quotes, backslashes or no printable ASCII.
impl fmt::Display for FourCc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0.escape_ascii(), f)
    }
}

/// Prints `FourCc("PSV0")`.
impl fmt::Debug for FourCc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FourCc(\"{self}\")")
    }
}
