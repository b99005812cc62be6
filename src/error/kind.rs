use core::fmt;

use super::Field;
use crate::values::FourCc;

macro_rules! error_kinds {
    (
        $(
            $(#[$attribute:meta])*
            $kind:ident { $( $(#[$field_attribute:meta])* $field:ident: $type:ty, )+ } => $message:literal;
        )+
    ) => {
        /// What is wrong: one variant a cause, with what was found and what the limit is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum ErrorKind {
            $(
                $(#[$attribute])*
                $kind { $( $(#[$field_attribute])* $field: $type, )+ },
            )+
        }

        impl ErrorKind {
            /// The variant's name, as psoview's JSON prints it.
            #[must_use]
            pub const fn name(&self) -> &'static str {
                match self { $( Self::$kind { .. } => stringify!($kind), )+ }
            }
        }

        impl fmt::Display for ErrorKind {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $( Self::$kind { $($field),+ } => write!(f, $message), )+ }
            }
        }
    };
}

error_kinds! {
    /// The slice is longer than offsets of 32 bits can reach.
    InputTooLarge {
        /// The longest slice that can be read, in bytes.
        limit: u32,
    } => "the input is longer than {limit} bytes";

    // Container

    /// The header of a container, or of a SPIR-V module, does not fit.
    HeaderTruncated {
        /// Bytes there are.
        length: u32,
        /// Bytes the header takes.
        needed: u32,
    } => "the header takes {needed} bytes, the input has {length}";
    /// The first four bytes are not `DXBC`.
    MagicMismatch {
        /// The bytes that are there.
        found: FourCc,
        /// The bytes that should be.
        expected: FourCc,
    } => "the file starts with {found}, a container with {expected}";
    /// The container's major version is not 1. The minor version is not looked at.
    UnsupportedMajorVersion {
        /// The version stored.
        found: u16,
        /// The only version known.
        supported: u16,
    } => "the major version is {found}, only {supported} is known";
    /// The container says it is smaller than its own header.
    DeclaredSizeTooSmall {
        /// The size stored, in bytes.
        size: u32,
        /// The header's size.
        minimum: u32,
    } => "the container says it has {size} bytes, its header alone takes {minimum}";
    /// The container says it is larger than the input: the file is cut off.
    DeclaredSizeOutOfBounds {
        /// The size stored, in bytes.
        size: u32,
        /// Bytes there are.
        available: u32,
    } => "the container says it has {size} bytes, the input has {available}; is the file cut off?";
    /// The directory does not fit into the container.
    PartDirectoryOutOfBounds {
        /// The number of parts stored.
        count: u32,
        /// The number of parts that the rest of the container has room to list.
        room: u32,
    } => "it lists {count} parts, the container has room to list {room}";
    /// A part starts inside the header or the directory.
    PartOffsetInsideDirectory {
        /// The offset stored in the directory.
        part_offset: u32,
        /// The first byte after the directory.
        minimum: u32,
    } => "the part at {part_offset:#x} lies inside the directory, which ends at {minimum:#x}";
    /// There is no room for a part's header where the directory says it starts.
    PartHeaderOutOfBounds {
        /// The offset stored in the directory.
        part_offset: u32,
        /// The container's declared size.
        size: u32,
    } => "the part at {part_offset:#x} has no room for its header, the container ends at {size:#x}";
    /// A part's data ends after the container.
    PartOutOfBounds {
        /// The size stored in the part's header.
        size: u32,
        /// Bytes from the end of the part's header to the container's declared size.
        available: u32,
    } => "its data says it has {size} bytes, the container has {available} left";
    /// A part does not start where the directory or the part before it ended (found by `validate`).
    PartNotContiguous {
        /// The offset stored in the directory.
        part_offset: u32,
        /// Where the part before it, or the directory, ended.
        expected: u32,
    } => "the part starts at {part_offset:#x}, what comes before it ends at {expected:#x}";
    /// The last part of the directory does not end with the container (found by `validate`).
    PartsEndEarly {
        /// Where the last part, or the directory, ended.
        end: u32,
        /// The container's declared size.
        size: u32,
    } => "the last part ends at {end:#x}, the container says it ends at {size:#x}";
    /// A part whose tag an earlier part has (found by `validate`).
    PartDuplicated {
        /// The tag.
        tag: FourCc,
    } => "there is an earlier part {tag}";
    /// The container is larger than the runtime takes (found by `validate`).
    ContainerTooLarge {
        /// The size stored, in bytes.
        size: u32,
        /// The largest size, in bytes.
        limit: u32,
    } => "the container has {size} bytes, the largest has {limit}";

    // DXIL program header

    /// The part is too short for a program header.
    ProgramHeaderTruncated {
        /// Bytes the part has.
        length: u32,
        /// Bytes the header takes.
        needed: u32,
    } => "the header takes {needed} bytes, the part has {length}";
    /// The program says it is smaller than its own header.
    ProgramSizeTooSmall {
        /// The size stored, in 32-bit words.
        words: u32,
        /// The header's size, in 32-bit words.
        minimum: u32,
    } => "the program says it has {words} words, its header alone takes {minimum}";
    /// The program says it is larger than its part.
    ProgramSizeOutOfBounds {
        /// The size stored, in 32-bit words.
        words: u32,
        /// Bytes the part has.
        available: u32,
    } => "the program says it has {words} words, the part has {available} bytes";
    /// The magic before the DXIL version is not `DXIL`.
    ProgramMagicMismatch {
        /// The bytes that are there.
        found: FourCc,
        /// The bytes that should be.
        expected: FourCc,
    } => "the program has the magic {found}, not {expected}";
    /// The bitcode starts after the end of the program.
    BitcodeOffsetOutOfBounds {
        /// The offset stored, counted from the magic.
        bitcode_offset: u32,
        /// Bytes from the magic to the end of the program.
        available: u32,
    } => "the bitcode starts {bitcode_offset} bytes after the magic, the program has {available} there";
    /// The bitcode ends after the end of the program.
    BitcodeOutOfBounds {
        /// The size stored, in bytes.
        size: u32,
        /// Bytes from the start of the bitcode to the end of the program.
        available: u32,
    } => "the bitcode says it has {size} bytes, the program has {available} left";

    // PSV0

    /// The part ends where a size or a count should be.
    WordTruncated {
        /// Bytes there are.
        available: u32,
        /// Bytes the word takes.
        needed: u32,
    } => "a word of {needed} bytes is due here, the part has {available} left";
    /// The runtime-info block is smaller than the first version's.
    RuntimeInfoTooSmall {
        /// The size stored, in bytes.
        size: u32,
        /// The size of the first version.
        minimum: u32,
    } => "its size is {size} bytes, the smallest is {minimum}";
    /// The runtime-info block has none of the known sizes; `read_newer` takes it.
    UnsupportedRuntimeInfoSize {
        /// The size stored, in bytes.
        size: u32,
        /// The largest size known.
        newest: u32,
    } => "its size is {size} bytes, which no known version has (24, 36, 48, 52 or {newest})";
    /// The runtime-info block ends after the part.
    RuntimeInfoOutOfBounds {
        /// The size stored, in bytes.
        size: u32,
        /// Bytes the part has left.
        available: u32,
    } => "its size is {size} bytes, the part has {available} left";
    /// The resource records are smaller than the first version's.
    ResourceRecordTooSmall {
        /// The record size stored, in bytes.
        size: u32,
        /// The size of the first version.
        minimum: u32,
    } => "a record has {size} bytes, the smallest has {minimum}";
    /// The resource records have none of the known sizes; `read_newer` takes them.
    UnsupportedResourceRecordSize {
        /// The record size stored, in bytes.
        size: u32,
        /// The largest size known.
        newest: u32,
    } => "a record has {size} bytes, which no known version has (16 or {newest})";
    /// The resource records end after the part.
    ResourcesOutOfBounds {
        /// The number of records stored.
        count: u32,
        /// The number of records that the rest of the part has room for.
        room: u32,
    } => "there are {count} records, the part has room for {room}";
    /// The string table ends after the part.
    StringTableOutOfBounds {
        /// The size stored, in bytes.
        size: u32,
        /// Bytes the part has left.
        available: u32,
    } => "its size is {size} bytes, the part has {available} left";
    /// The semantic-index table ends after the part.
    SemanticIndicesOutOfBounds {
        /// The number of indices stored.
        count: u32,
        /// The number of indices that the rest of the part has room for.
        room: u32,
    } => "there are {count} indices, the part has room for {room}";
    /// The signature elements are smaller than the first version's.
    ElementRecordTooSmall {
        /// The record size stored, in bytes.
        size: u32,
        /// The size of the first version.
        minimum: u32,
    } => "a record has {size} bytes, the smallest has {minimum}";
    /// The signature elements do not have the known size; `read_newer` takes them.
    UnsupportedElementRecordSize {
        /// The record size stored, in bytes.
        size: u32,
        /// The only size known.
        newest: u32,
    } => "a record has {size} bytes, which no known version has ({newest})";
    /// The signature elements end after the part.
    ElementsOutOfBounds {
        /// The number of input, output and patch-constant elements together.
        count: u32,
        /// The number of records that the rest of the part has room for.
        room: u32,
    } => "there are {count} records, the part has room for {room}";
    /// The view-id masks and dependency tables end after the part.
    DependenciesOutOfBounds {
        /// Bytes that the vector counts ask for.
        needed: u32,
        /// Bytes the part has left.
        available: u32,
    } => "the vector counts ask for {needed} bytes, the part has {available} left";
    /// What follows the elements (24-byte runtime info: the resources) is not whole 32-bit words; `read_newer` takes it.
    RemainderNotWords {
        /// Bytes that follow.
        length: u32,
        /// Bytes a word has.
        word: u32,
    } => "{length} bytes follow, not whole words of {word}";
    /// A string starts after the end of the string table.
    StringOffsetOutOfBounds {
        /// The offset stored.
        string_offset: u32,
        /// The table's size, in bytes.
        size: u32,
    } => "a string starts at byte {string_offset} of the string table, which has {size}";
    /// A string has no NUL before the end of the string table.
    StringUnterminated {
        /// The string's offset in the table.
        string_offset: u32,
        /// The table's size, in bytes.
        size: u32,
    } => "the string at byte {string_offset} of the string table has no end within its {size} bytes";
    /// A string is not UTF-8; its bytes can be had.
    StringNotUtf8 {
        /// The string's offset in the table.
        string_offset: u32,
        /// Bytes from its start that are UTF-8.
        valid_up_to: u32,
    } => "the string at byte {string_offset} of the string table is UTF-8 for {valid_up_to} bytes only";
    /// An element's semantic indices end after the table.
    SemanticIndicesOutsideTable {
        /// The first index's position in the table.
        first: u32,
        /// How many there are, one a row.
        rows: u8,
        /// How many the table has.
        count: u32,
    } => "its {rows} semantic indices start at entry {first} of a table of {count}";

    // PSV0, found by `validate`

    /// The last byte of the string table is not NUL.
    StringTableUnterminated {
        /// The last byte.
        last: u8,
        /// What it should be.
        expected: u8,
    } => "its last byte is {last:#04x}, not {expected:#04x}";
    /// The string table is not whole 32-bit words.
    StringTableNotWords {
        /// The table's size, in bytes.
        size: u32,
        /// Bytes a word has.
        word: u32,
    } => "its size is {size} bytes, not whole words of {word}";
    /// A value that the format does not name.
    UnknownValue {
        /// The field.
        field: Field,
        /// The value stored.
        value: u32,
    } => "the {field} is {value}, which has no meaning";
    /// Bits that the format reserves are not zero.
    ReservedBitsSet {
        /// The field.
        field: Field,
        /// The reserved bits that are set, in place.
        bits: u32,
    } => "the {field} has reserved bits set ({bits:#x})";
    /// A resource's last register comes before its first.
    ResourceRangeReversed {
        /// The first register.
        lower: u32,
        /// The last register.
        upper: u32,
    } => "its registers run from {lower} to {upper}";
    /// A signature takes more rows than there are registers.
    VectorsOutOfRange {
        /// The signature.
        field: Field,
        /// The rows stored.
        vectors: u8,
        /// The largest number.
        limit: u8,
    } => "there are {vectors} {field}, at most {limit} are possible";
    /// An element's number of rows is not 1 to 32.
    ElementRowsOutOfRange {
        /// The rows stored.
        rows: u8,
        /// The largest number.
        limit: u8,
    } => "it has {rows} rows, from 1 to {limit} are possible";
    /// An element's number of columns is not 1 to 4.
    ElementColumnsOutOfRange {
        /// The columns stored.
        cols: u8,
        /// The largest number.
        limit: u8,
    } => "it has {cols} columns, from 1 to {limit} are possible";
    /// An allocated element ends after the last row of a signature.
    ElementPastLastRow {
        /// The element's last row.
        row: u32,
        /// The last row of a signature.
        limit: u32,
    } => "its last row is {row}, the last row of a signature is {limit}";
    /// An allocated element ends after the last column of a row.
    ElementPastLastColumn {
        /// The element's last column.
        column: u32,
        /// The last column of a row.
        limit: u32,
    } => "its last column is {column}, the last column of a row is {limit}";
    /// A mask has a bit for a component that its vectors do not have.
    MaskBitBeyondVectors {
        /// The component number.
        component: u32,
        /// The number of components.
        components: u32,
    } => "a mask names component {component} of {components}";
    /// Bytes after the dependency tables (24-byte runtime info: the resources).
    TrailingBytes {
        /// How many.
        length: u32,
        /// Bytes that the vector counts ask for.
        expected: u32,
    } => "{length} bytes follow the {expected} that the vector counts ask for";

    // SPIR-V

    /// A module's size is not whole 32-bit words.
    ModuleNotWords {
        /// The size, in bytes.
        length: u32,
        /// Bytes a word has.
        word: u32,
    } => "it has {length} bytes, not whole words of {word}; is the file cut off?";
    /// The first word is not SPIR-V's magic number in either byte order.
    SpirvMagicMismatch {
        /// The word that is there, read little-endian.
        found: u32,
        /// The word that should be.
        expected: u32,
    } => "the module starts with {found:#010x}, SPIR-V with {expected:#010x}";
    /// The version word has another major version than 1, or bits outside its two bytes.
    UnsupportedSpirvVersion {
        /// The word stored.
        found: u32,
        /// The lowest that is read; minor versions go up from there.
        lowest: u32,
    } => "the version word is {found:#010x}, versions start at {lowest:#010x} and count up in the second byte";
    /// An instruction says it has no words, so the next one cannot be found.
    WordCountZero {
        /// The instruction's opcode.
        opcode: u32,
        /// The fewest words an instruction has.
        minimum: u32,
    } => "opcode {opcode} says it has no words, the fewest are {minimum}";
    /// An instruction ends after the module.
    InstructionTruncated {
        /// The words it says it has.
        words: u32,
        /// Words the module has left.
        available: u32,
    } => "it says it has {words} words, the module has {available} left";
    /// An instruction has too many or too few words for its opcode and type.
    WordCountMismatch {
        /// The words it has.
        found: u32,
        /// The words it should have.
        expected: u32,
    } => "it has {found} words instead of {expected}";
    /// An instruction has too few words for its opcode.
    WordCountTooSmall {
        /// The words it has.
        found: u32,
        /// The fewest it can have.
        minimum: u32,
    } => "it has {found} words, the fewest are {minimum}";
    /// An id is 0, or not below the bound that the header states.
    IdOutOfRange {
        /// The id.
        id: u32,
        /// The bound.
        bound: u32,
    } => "id %{id} is not from 1 to below the bound, {bound}";
    /// Two instructions have the same result id.
    DuplicateResult {
        /// The id.
        id: u32,
        /// The byte at which the first of them starts.
        first: u32,
    } => "%{id} is defined here and already at {first:#x}";
    /// Nothing before the first function defines an id.
    UndefinedId {
        /// The id.
        id: u32,
        /// The bound that the header states.
        bound: u32,
    } => "nothing before the first function defines %{id} (the bound is {bound})";
    /// An id is used before the instruction that defines it.
    ForwardReference {
        /// The id.
        id: u32,
        /// The byte at which the instruction starts that defines it.
        defined: u32,
    } => "%{id} is used before {defined:#x}, where it is defined";
    /// An id stands where a type should.
    NotAType {
        /// The id.
        id: u32,
        /// The opcode of the instruction that uses it.
        opcode: u32,
    } => "%{id} is not a type, opcode {opcode} needs one";
    /// An id stands where a constant should.
    NotAConstant {
        /// The id.
        id: u32,
        /// The opcode of the instruction that uses it.
        opcode: u32,
    } => "%{id} is not a constant, opcode {opcode} needs one";
    /// An instruction cannot make, or be made of, a type.
    TypeNotAllowed {
        /// The type's id.
        id: u32,
        /// The instruction's opcode.
        opcode: u32,
    } => "opcode {opcode} does not go with type %{id}";
    /// A value has another type than its place asks for.
    TypeMismatch {
        /// The id of the value's type.
        found: u32,
        /// The id of the type it should have.
        expected: u32,
    } => "the value is of type %{found} instead of %{expected}";
    /// A specialization constant whose width no API can set.
    UnsupportedWidth {
        /// The width, in bits.
        width: u32,
        /// The largest width.
        limit: u32,
    } => "its type has {width} bits; 8, 16, 32 and {limit} can be specialized";
    /// A composite has too many or too few constituents for its type.
    ConstituentCountMismatch {
        /// How many it has.
        found: u32,
        /// How many its type has.
        expected: u32,
    } => "it has {found} constituents, its type {expected}";
    /// One constant, or one decoration group, has two different SpecIds.
    DuplicateSpecId {
        /// The one it already had.
        first: u32,
        /// The one that this decoration adds.
        second: u32,
    } => "it already has the SpecId {first}, this adds {second}";
    /// A decoration group is applied to a decoration group.
    GroupInGroup {
        /// The group applied.
        group: u32,
        /// The group it is applied to.
        target: u32,
    } => "the decoration group %{group} is applied to %{target}, which is a group";

    // SPIR-V, found by evaluating

    /// An operation that OpSpecConstantOp cannot hold.
    OpcodeNotAllowed {
        /// The operation's opcode, all 32 bits of it.
        opcode: u32,
        /// The opcode of the instruction around it.
        instruction: u32,
    } => "opcode {opcode} is not an operation that opcode {instruction} can hold";
    /// An operand's type does not go with the operation and its result.
    OperandTypeMismatch {
        /// The operand's id.
        id: u32,
        /// The operation's opcode.
        opcode: u32,
    } => "%{id} has a type that opcode {opcode} does not take here";
    /// A literal index or component number is past the end.
    ComponentOutOfRange {
        /// The literal.
        index: u32,
        /// How many there are.
        count: u32,
    } => "component {index} is asked for, there are {count}";

    // SPIR-V, of what the caller lends

    /// The scratch words lent are too few.
    ScratchTooSmall {
        /// Words lent.
        length: u32,
        /// Words needed; `u32::MAX` stands for all larger numbers.
        needed: u32,
    } => "{length} words are lent, {needed} are needed";
    /// The output lent is too small.
    OutputTooSmall {
        /// Words or bytes lent.
        length: u32,
        /// Words or bytes needed; `u32::MAX` stands for all larger numbers.
        needed: u32,
    } => "there is room for {length}, {needed} are needed";
    /// The new ids that a frozen module needs go past the largest id that every consumer takes.
    IdBoundExceeded {
        /// The bound that the new ids need.
        bound: u32,
        /// The largest bound.
        limit: u32,
    } => "the ids need the bound {bound}, the largest is {limit}";
}
