//! What a profile refuses an entry for, whatever the range that finds it.

use super::entries::DescriptorBinding;
use super::miss::MissReason;
use super::offsets::DescriptorOffset;
use super::profile::Profile;

/// The first rule of the profile that the entry breaks. Such an entry is found, and serves nothing.
pub(super) const fn refusal(
    profile: &Profile,
    binding: DescriptorBinding,
    offset: DescriptorOffset,
    has_binding_numbers: bool,
) -> Option<MissReason> {
    if profile.single_registers && binding.set != 0 {
        Some(MissReason::SetNotZero)
    } else if profile.single_registers && binding.count.raw() != 1 {
        Some(MissReason::CountNotOne)
    } else if (has_binding_numbers || !profile.offsets) && !offset.is_zero() {
        // A binding number is no element, so there is nothing to add an offset to.
        Some(MissReason::OffsetUnsupported)
    } else {
        None
    }
}
