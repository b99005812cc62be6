//! A container's digest as it is written down: MD5 whose last block has the message's length in other places.

/// The words that stand for the length of a message of so many bytes: at the front and at the end of the last block.
type LengthWords = fn(u32) -> (u32, u32);

/// The digest of a container of these bytes.
pub fn retail(container: &[u8]) -> [u8; 16] {
    digest(&container[20..], |length| (length.wrapping_mul(8), length.wrapping_mul(2) | 1))
}

/// The digest that debug builds of the validator make.
pub fn debug(container: &[u8]) -> [u8; 16] {
    digest(&container[20..], |length| (length << 4 | 0xf, length << 2 | 0x1000_0000))
}

fn digest(message: &[u8], length_words: LengthWords) -> [u8; 16] {
    let (front, end) = length_words(message.len() as u32);
    let whole = message.len() / 64 * 64;
    let (mut blocks, rest) = (message[..whole].to_vec(), &message[whole..]);
    if rest.len() < 56 {
        blocks.extend(front.to_le_bytes());
        blocks.extend(rest);
        blocks.push(0x80);
    } else {
        blocks.extend(rest);
        blocks.push(0x80);
        blocks.resize(whole + 64, 0);
        blocks.extend(front.to_le_bytes());
    }
    blocks.resize(blocks.len().next_multiple_of(64), 0);
    let last = blocks.len() - 4;
    blocks[last..].copy_from_slice(&end.to_le_bytes());

    let mut state = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];
    blocks.chunks(64).for_each(|block| md5_block(&mut state, block));
    state.map(u32::to_le_bytes).concat().try_into().expect("16 bytes")
}

/// RFC 1321, section 3.4.
fn md5_block(state: &mut [u32; 4], block: &[u8]) {
    const ROTATIONS: [[u32; 4]; 4] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];
    let words: Vec<u32> = block.chunks(4).map(|word| u32::from_le_bytes(word.try_into().expect("4 bytes"))).collect();
    let [mut a, mut b, mut c, mut d] = *state;
    for step in 0..64 {
        let round = step / 16;
        let (mixed, word) = match round {
            0 => (b & c | !b & d, step),
            1 => (b & d | c & !d, 5 * step + 1),
            2 => (b ^ c ^ d, 3 * step + 5),
            _ => (c ^ (b | !d), 7 * step),
        };
        let constant = (((step + 1) as f64).sin().abs() * 4_294_967_296.0) as u32;
        let sum = a.wrapping_add(mixed).wrapping_add(words[word % 16]).wrapping_add(constant);
        (a, d, c) = (d, c, b);
        b = b.wrapping_add(sum.rotate_left(ROTATIONS[round][step % 4]));
    }
    for (word, mixed) in state.iter_mut().zip([a, b, c, d]) {
        *word = word.wrapping_add(mixed);
    }
}

#[cfg(test)]
mod tests {
    use super::retail;

    /// A container that the compiler signed.
    #[test]
    fn is_the_digest_of_a_signed_container() {
        let signed = include_bytes!("../seeds/container/plain_cs.v1_10");
        assert_eq!(retail(signed), signed[4..20]);
    }
}
