//! Raw bytes as a PSV0 part: the library says what the slow reader says.

use psoview::Error;
use psoview::psv::{self, Psv};

use crate::part::{Fault, observe, slow, slow_findings};

pub fn run(data: &[u8]) {
    agree(data, psv::read(data), false);
    agree(data, psv::read_newer(data), true);
}

fn agree(data: &[u8], result: Result<Psv<'_>, Error>, newer: bool) {
    let fast = result.map(|psv| (observe::part(&psv, data), psv)).map_err(Fault::from);
    match (fast, slow::read(data, 0, newer, None)) {
        (Ok((fast, psv)), Ok(slow)) => {
            assert_eq!(fast, slow, "newer: {newer}");
            let findings: Vec<Fault> = psv.findings().map(Fault::from).collect();
            assert_eq!(findings, slow_findings::findings(&slow, 0, data.len(), newer), "newer: {newer}");
        }
        (fast, slow) => assert_eq!(fast.map(|(part, _)| part), slow, "newer: {newer}"),
    }
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::replay;

    #[test]
    fn holds_for_seeds() {
        replay::seeds("psv_oracle", run);
    }

    #[test]
    fn holds_for_noise() {
        replay::noise("psv_oracle", run);
    }
}
