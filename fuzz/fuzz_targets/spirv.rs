#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| psoview_fuzz::spirv::run(data));
