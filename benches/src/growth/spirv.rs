//! SPIR-V modules.

/// SpecIds start here: sorting them takes a pass for each digit, and so every module's have as many.
const FIRST_SPEC_ID: u32 = 0x1000;
const VOID: u32 = 1;
const FUNCTION_TYPE: u32 = 2;
const UINT: u32 = 3;
const FUNCTION: u32 = 4;
const LABEL: u32 = 5;
const FIRST_ID: u32 = 6;

/// A compute shader with so many named specialization constants, so many additions to the first, and a function that does
/// nothing for so many words.
pub fn module(constants: usize, operations: usize, body_words: usize) -> Vec<u8> {
    let specialized = FIRST_ID..FIRST_ID + constants as u32;
    let results = specialized.end..specialized.end + operations as u32;
    // Version 1.3, a generator of nobody's, the bound, the schema.
    let mut words = vec![0x0723_0203, 0x0001_0300, 0, results.end, 0];
    let mut instruction = |opcode: u32, operands: &[u32]| {
        words.push((operands.len() as u32 + 1) << 16 | opcode);
        words.extend(operands);
    };
    // OpCapability Shader, OpMemoryModel Logical GLSL450, OpEntryPoint GLCompute "main", OpExecutionMode LocalSize.
    instruction(17, &[1]);
    instruction(14, &[0, 1]);
    instruction(15, &[5, FUNCTION, u32::from_le_bytes(*b"main"), 0]);
    instruction(16, &[FUNCTION, 17, 8, 8, 1]);
    // OpName of eight letters, OpDecorate SpecId.
    let letters = u32::from_le_bytes(*b"NNNN");
    specialized.clone().for_each(|id| instruction(5, &[id, letters, letters, 0]));
    specialized.clone().zip(FIRST_SPEC_ID..).for_each(|(id, spec_id)| instruction(71, &[id, 1, spec_id]));
    // OpTypeVoid, OpTypeFunction, OpTypeInt 32 0.
    instruction(19, &[VOID]);
    instruction(33, &[FUNCTION_TYPE, VOID]);
    instruction(21, &[UINT, 32, 0]);
    // OpSpecConstant 1, OpSpecConstantOp IAdd.
    specialized.clone().for_each(|id| instruction(50, &[UINT, id, 1]));
    results.clone().for_each(|id| instruction(52, &[UINT, id, 128, FIRST_ID, id - 1]));
    // OpFunction, OpLabel, OpNop, OpReturn, OpFunctionEnd.
    instruction(54, &[VOID, FUNCTION, 0, FUNCTION_TYPE]);
    instruction(248, &[LABEL]);
    (0..body_words).for_each(|_| instruction(0, &[]));
    instruction(253, &[]);
    instruction(56, &[]);
    words.iter().flat_map(|word: &u32| word.to_le_bytes()).collect()
}
