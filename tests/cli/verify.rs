use serde_json::{Value, json};

use super::{fixture, part_header, psoview, psoview_with_input};

/// The kinds of the findings, and those of the notes, of a file.
fn verify(file: &[u8], code: i32) -> (Vec<String>, Vec<String>) {
    let line = psoview_with_input(["verify", "--json", "-"], file).expect_code(code).json_lines().remove(0);
    let kinds = |list: &Value| {
        list.as_array().unwrap().iter().map(|entry| entry["kind"].as_str().unwrap().to_owned()).collect()
    };
    (kinds(&line["findings"]), kinds(&line["notes"]))
}

#[test]
fn every_fixture_is_fine() {
    let run = psoview(["verify", "dxil"]).expect_code(0);
    let notes: Vec<_> = run.stdout.lines().filter(|line| !line.ends_with(": fine")).collect();
    assert_eq!(notes, ["dxil/unsigned_ps.dxil: note: the digest is zero: nobody has signed the container"]);
    assert_eq!(run.stdout.lines().count(), 102 + 1);
    assert_eq!(run.stderr, "");
}

#[test]
fn a_changed_byte_is_a_digest_mismatch() {
    let mut file = fixture("lit_vs.v1_10.dxil");
    let last = file.len() - 1;
    file[last] ^= 1;
    let run = psoview_with_input(["verify", "-"], &file).expect_code(1);
    // The stored digest is the one that facts.jsonl has of the file.
    let stored = "the digest is ";
    assert!(run.stdout.starts_with(&format!("-: container header at 0x4: {stored}")), "{}", run.stdout);
    assert_eq!(run.stdout.lines().count(), 1);
    assert_eq!(verify(&file, 1), (vec!["DigestMismatch".into()], vec![]));
}

#[test]
fn reserved_digests_and_bytes_after_the_container_are_notes() {
    let mut file = fixture("lit_vs.v1_10.dxil");
    for (digest, note) in [(0, "DigestUnsigned"), (1, "DigestBypass"), (2, "DigestPreviewBypass")] {
        file[4..20].fill(digest);
        assert_eq!(verify(&file, 0), (vec![], vec![note.into()]));
    }
    let mut file = fixture("lit_vs.v1_10.dxil");
    file.extend([0; 3]);
    assert_eq!(verify(&file, 0), (vec![], vec!["BytesAfterContainer".into()]));
}

#[test]
fn findings_name_the_byte() {
    let mut file = fixture("every_resource_ps.v1_8.dxil");
    file[4..20].fill(0);
    // The first record follows the size word, 52 bytes of info, the count and the record size; its upper bound is b4.
    let record = part_header(&file, b"PSV0") + 8 + 4 + 52 + 8;
    assert_eq!(file[record + 12..record + 16], [4, 0, 0, 0]);
    file[record + 12] = 3;
    let run = psoview_with_input(["verify", "--json", "-"], &file).expect_code(1);
    assert_eq!(
        run.json_lines()[0]["findings"],
        json!([{
            "kind": "ResourceRangeReversed", "offset": record + 8, "region": "PSV0 resource 0",
            "message": "its registers run from 4 to 3",
        }])
    );
    let run = psoview_with_input(["verify", "-"], &file).expect_code(1);
    assert_eq!(
        run.stdout.lines().next(),
        Some(format!("-: PSV0 resource 0 at {:#x}: its registers run from 4 to 3", record + 8).as_str())
    );
}

#[test]
fn the_parts_of_a_container_must_agree() {
    // The stage is byte 24 of the info; a vertex shader becomes a pixel shader.
    let mut file = fixture("lit_vs.v1_10.dxil");
    file[4..20].fill(0);
    let stage = part_header(&file, b"PSV0") + 8 + 4 + 24;
    assert_eq!(file[stage], 1);
    file[stage] = 0;
    assert_eq!(verify(&file, 1), (vec!["StageMismatch".into()], vec!["DigestUnsigned".into()]));

    let mut file = fixture("lit_vs.v1_10.dxil");
    file[4..20].fill(0);
    let psv0 = part_header(&file, b"PSV0");
    file[psv0..psv0 + 4].copy_from_slice(b"PSVX");
    assert_eq!(verify(&file, 1), (vec!["PsvMissing".into()], vec!["DigestUnsigned".into()]));

    // The kind is the upper half of the program version; the vertex shader becomes a library.
    let mut file = fixture("lit_vs.v1_10.dxil");
    file[4..20].fill(0);
    let kind = part_header(&file, b"DXIL") + 8 + 2;
    assert_eq!(file[kind], 1);
    file[kind] = 6;
    let findings = vec!["PsvInLibrary".into(), "StageMismatch".into()];
    assert_eq!(verify(&file, 1), (findings, vec!["DigestUnsigned".into()]));
}

#[test]
fn a_program_that_states_too_much_is_a_finding() {
    let mut file = fixture("lit_vs.v1_10.dxil");
    file[4..20].fill(0);
    let size = part_header(&file, b"DXIL") + 8 + 4;
    file[size..size + 4].fill(0xff);
    assert_eq!(verify(&file, 1), (vec!["ProgramSizeOutOfBounds".into()], vec!["DigestUnsigned".into()]));
}

#[test]
fn what_only_a_newer_compiler_knows_is_a_note_and_bytes_that_nobody_knows_a_finding() {
    /// The container with its PSV0 part replaced, unsigned.
    fn with_psv0(part: &[u8]) -> Vec<u8> {
        let mut file = b"DXBC".to_vec();
        file.extend([0; 16]);
        let size = 32 + 4 + 8 + u32::try_from(part.len()).unwrap();
        for word in [1, size, 1, 36] {
            file.extend(word.to_le_bytes());
        }
        file.extend(b"PSV0");
        file.extend(u32::try_from(part.len()).unwrap().to_le_bytes());
        file.extend(part);
        file
    }
    let compute = |info: u32, tail: &[u8]| {
        let mut part = info.to_le_bytes().to_vec();
        part.resize(4 + info as usize, 0);
        part[4 + 24] = 5;
        part.extend([0; 4]);
        part.extend([4, 0, 0, 0, 0, 0, 0, 0]);
        part.extend([0; 4]);
        part.extend(tail);
        with_psv0(&part)
    };
    let unsigned = || "DigestUnsigned".to_owned();
    assert_eq!(verify(&compute(56, &[]), 0), (vec![], vec![unsigned()]));
    assert_eq!(verify(&compute(60, &[]), 0), (vec![], vec![unsigned(), "NewerPsv".into()]));
    assert_eq!(verify(&compute(60, &[0; 6]), 0), (vec![], vec![unsigned(), "NewerPsv".into(), "NewerPsv".into()]));
    assert_eq!(verify(&compute(56, &[0; 4]), 1), (vec!["TrailingBytes".into()], vec![unsigned()]));
    assert_eq!(verify(&compute(56, &[0; 1]), 1), (vec!["RemainderNotWords".into()], vec![unsigned()]));
}

#[test]
fn a_shader_whose_program_header_is_broken_still_misses_its_psv0() {
    let mut file = fixture("lit_vs.v1_10.dxil");
    file[4..20].fill(0);
    let psv0 = part_header(&file, b"PSV0");
    file[psv0..psv0 + 4].copy_from_slice(b"PSVX");
    let magic = part_header(&file, b"DXIL") + 8 + 8;
    file[magic] = b'?';
    let findings = vec!["ProgramMagicMismatch".into(), "PsvMissing".into()];
    assert_eq!(verify(&file, 1), (findings, vec!["DigestUnsigned".into()]));
}

#[cfg(unix)]
#[test]
fn a_finding_is_in_the_exit_status_whoever_reads_it() {
    use std::io::Read;
    use std::process::{Command, Stdio};

    let mut file = fixture("lit_vs.v1_10.dxil");
    let last = file.len() - 1;
    file[last] ^= 1;
    let folder = super::folder("a_finding_is_in_the_exit_status_whoever_reads_it");
    for index in 0..1000 {
        std::fs::write(folder.join(index.to_string()), &file).unwrap();
    }
    let mut child = Command::new(env!("CARGO_BIN_EXE_psoview"))
        .arg("verify")
        .arg(&folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    child.stdout.take().unwrap().read_exact(&mut [0; 10]).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[test]
fn a_gap_between_parts_is_a_finding() {
    let file = fixture("plain_cs.v1_8.dxil");
    // The last part and everything before it, four zero bytes between.
    let last = part_header(&file, b"DXIL");
    let mut gapped = [&file[..last], &[0; 4], &file[last..]].concat();
    gapped[4..20].fill(0);
    let size = u32::try_from(gapped.len()).unwrap();
    gapped[24..28].copy_from_slice(&size.to_le_bytes());
    let parts = usize::from(gapped[28]);
    let entry = 32 + 4 * (parts - 1);
    gapped[entry..entry + 4].copy_from_slice(&u32::try_from(last + 4).unwrap().to_le_bytes());
    assert_eq!(verify(&gapped, 1), (vec!["PartNotContiguous".into()], vec!["DigestUnsigned".into()]));
}

#[test]
fn a_psv0_that_cannot_be_read_is_a_finding_and_a_broken_container_an_error() {
    let mut file = fixture("lit_vs.v1_10.dxil");
    file[4..20].fill(0);
    let info_size = part_header(&file, b"PSV0") + 8;
    file[info_size..info_size + 4].fill(0xff);
    assert_eq!(verify(&file, 1), (vec!["RuntimeInfoOutOfBounds".into()], vec!["DigestUnsigned".into()]));

    let run = psoview_with_input(["verify", "--json", "-"], b"DXBC").expect_code(1);
    assert_eq!(run.json_lines()[0]["error"]["kind"], "HeaderTruncated");
    let run = psoview_with_input(["verify", "-"], b"DXBC").expect_code(1);
    assert_eq!(run.stderr, "psoview: -: container header at 0x0: the header takes 32 bytes, the input has 4\n");
}
