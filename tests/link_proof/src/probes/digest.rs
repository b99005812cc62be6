use psoview::container::{Container, DigestStatus};

use super::{parsed, see};

crate::export! {
    fn digest_computed(bytes, _) {
        let Some(container) = parsed(bytes) else { return };
        see(Container::compute_digest(&container));
        see(Container::compute_debug_digest(&container));
    }

    fn digest_status(bytes, _) {
        let Some(container) = parsed(bytes) else { return };
        see(DigestStatus::name(Container::digest_status(&container)));
    }
}
