use core::fmt;

/// The 16 bytes in a container's header that stand for its content, or for the decision not to sign it.
///
/// Sources of the reserved values: hlsl-specs `proposals/infra/INF-0004`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Digest([u8; 16]);

impl Digest {
    /// All zero: the compiler did not validate, or had no validator that signs.
    pub const UNSIGNED: Self = Self([0; 16]);
    /// All `0x01`: runs without a check of the digest on runtimes that know the value.
    pub const BYPASS: Self = Self([1; 16]);
    /// All `0x02`: a shader model that is not released yet; runs in developer mode only.
    pub const PREVIEW_BYPASS: Self = Self([2; 16]);

    /// The digest made of these bytes.
    #[must_use]
    pub const fn new(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// The bytes as they are stored.
    #[must_use]
    pub const fn bytes(self) -> [u8; 16] {
        self.0
    }
}

/// Prints 32 lower-case hex digits in the order of the bytes.
impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

#[cfg(feature = "digest")]
#[cfg_attr(docsrs, doc(cfg(feature = "digest")))]
pub use computed::DigestStatus;

#[cfg(feature = "digest")]
mod computed {
    use core::fmt;

    use md5::block_api::compress;

    use super::Digest;
    use crate::bytes::{length, records, to_usize};
    use crate::container::Container;

    /// The digest covers the container from its version on: not the magic, not itself.
    const COVERED_FROM: u32 = 20;
    const INITIAL: [u32; 4] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];
    const BLOCK: usize = 64;
    const END_MARK: u8 = 0x80;
    /// The longest rest that the last block has room for beside the two length words and the end mark.
    const LONGEST_REST_IN_LAST_BLOCK: usize = 55;

    /// What a container's digest says of it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum DigestStatus {
        /// The digest is the content's.
        Valid,
        /// The digest is the one that debug builds of the validator compute.
        Debug,
        /// [`Digest::UNSIGNED`].
        Unsigned,
        /// [`Digest::BYPASS`].
        Bypass,
        /// [`Digest::PREVIEW_BYPASS`].
        PreviewBypass,
        /// The digest is none of these: the content was changed after it was signed.
        Mismatch,
    }

    impl DigestStatus {
        /// The name in snake_case, as psoview's JSON prints it.
        #[must_use]
        pub const fn name(self) -> &'static str {
            match self {
                Self::Valid => "valid",
                Self::Debug => "debug",
                Self::Unsigned => "unsigned",
                Self::Bypass => "bypass",
                Self::PreviewBypass => "preview_bypass",
                Self::Mismatch => "mismatch",
            }
        }
    }

    impl fmt::Display for DigestStatus {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.pad(self.name())
        }
    }

    /// The two words that stand where MD5 has the message's length.
    #[derive(Clone, Copy)]
    struct LengthWords {
        front: u32,
        end: u32,
    }

    impl LengthWords {
        /// `ComputeHashRetail` of DirectXShaderCompiler `lib/DxilHash/DxilHash.cpp`.
        const fn retail(length: u32) -> Self {
            Self { front: length.wrapping_mul(8), end: length.wrapping_mul(2) | 1 }
        }

        /// `ComputeHashDebug` of the same file.
        const fn debug(length: u32) -> Self {
            Self { front: length.wrapping_mul(16) | 0xf, end: length.wrapping_mul(4) | 0x1000_0000 }
        }
    }

    /// MD5 over the message's whole blocks, and what is left: the same for both kinds of digest.
    struct Started<'a> {
        state: [u32; 4],
        rest: &'a [u8],
        length: u32,
    }

    impl<'a> Started<'a> {
        fn new(container: &Container<'a>) -> Self {
            let message = container.bytes().get(to_usize(COVERED_FROM)..).unwrap_or_default();
            let (blocks, rest) = records::<[u8; BLOCK]>(message);
            let mut state = INITIAL;
            compress(&mut state, blocks);
            Self { state, rest, length: length(message) }
        }

        fn finish(&self, words: LengthWords) -> Digest {
            let (front, end) = (words.front.to_le_bytes(), words.end.to_le_bytes());
            let mut state = self.state;
            let mut last = [0; BLOCK];
            if self.rest.len() <= LONGEST_REST_IN_LAST_BLOCK {
                self.put_rest(last.get_mut(front.len()..).unwrap_or_default());
            } else {
                let mut block = [0; BLOCK];
                self.put_rest(&mut block);
                compress(&mut state, &[block]);
            }
            if let Some(place) = last.first_chunk_mut() {
                *place = front;
            }
            if let Some(place) = last.last_chunk_mut() {
                *place = end;
            }
            compress(&mut state, &[last]);
            let words = state.map(u32::to_le_bytes);
            Digest::new(words.as_flattened().first_chunk().copied().unwrap_or_default())
        }

        /// Puts what is left of the message, and the mark behind it.
        fn put_rest(&self, block: &mut [u8]) {
            for (place, &byte) in block.iter_mut().zip(self.rest) {
                *place = byte;
            }
            if let Some(mark) = block.get_mut(self.rest.len()) {
                *mark = END_MARK;
            }
        }
    }

    /// Computing and classifying the digest.
    #[cfg_attr(docsrs, doc(cfg(feature = "digest")))]
    impl Container<'_> {
        /// The digest that the content should have: MD5 over everything after the digest, with the message's length in
        /// other places than MD5 has it.
        ///
        /// The work is linear in the container's size.
        #[must_use]
        pub fn compute_digest(&self) -> Digest {
            let started = Started::new(self);
            started.finish(LengthWords::retail(started.length))
        }

        /// The digest that debug builds of the validator compute.
        #[must_use]
        pub fn compute_debug_digest(&self) -> Digest {
            let started = Started::new(self);
            started.finish(LengthWords::debug(started.length))
        }

        /// What the stored digest says; the content is read only where it is not one of the reserved values.
        #[must_use]
        pub fn digest_status(&self) -> DigestStatus {
            let stored = self.digest();
            match stored {
                Digest::UNSIGNED => return DigestStatus::Unsigned,
                Digest::BYPASS => return DigestStatus::Bypass,
                Digest::PREVIEW_BYPASS => return DigestStatus::PreviewBypass,
                _ => {}
            }
            let started = Started::new(self);
            if stored == started.finish(LengthWords::retail(started.length)) {
                DigestStatus::Valid
            } else if stored == started.finish(LengthWords::debug(started.length)) {
                DigestStatus::Debug
            } else {
                DigestStatus::Mismatch
            }
        }
    }
}
