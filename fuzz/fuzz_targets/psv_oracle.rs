#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| psoview_fuzz::psv_oracle::run(data));
