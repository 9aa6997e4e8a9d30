//! The values of tokens and the hashes of their texts. They never change: stored fingerprints depend on them.

/// Returns the value of a token: the first eight bytes, little-endian, of the BLAKE3 hash of its name. It never
/// changes: stored fingerprints depend on it.
pub(crate) fn token_value(name: &str) -> u64 {
    let hash = blake3::hash(name.as_bytes());
    u64::from_le_bytes(*hash.as_bytes().first_chunk().expect("a BLAKE3 hash has 32 bytes"))
}

/// Initial value of [`text_hash`].
pub(crate) const TEXT_HASH_START: u32 = 0x811c_9dc5;

/// Returns the FNV-1a hash of a text in 32 bits (Fowler, Noll, Vo 1991). Three of these together distinguish texts.
pub(crate) const fn text_hash(start: u32, text: &[u8]) -> u32 {
    let (mut hash, mut at) = (start, 0);
    while at < text.len() {
        hash = (hash ^ text[at] as u32).wrapping_mul(0x0100_0193);
        at += 1;
    }
    hash
}

/// Returns the value that `TokenStream::texts` has for a token of this text.
pub(crate) const fn text_hash_of(text: &[u8]) -> u32 {
    text_hash(TEXT_HASH_START, text)
}

#[cfg(test)]
mod tests {
    use super::token_value;

    /// Stored fingerprints depend on these values: they never change.
    #[test]
    fn values_are_fixed() {
        for (name, value) in [
            ("identifier", 0xa76e_8806_23ea_cfef),
            ("number", 0x8ee2_0a1c_0585_71d5),
            ("string", 0x4603_cd0c_4c17_471c),
            ("primitive_type", 0xfbdd_2584_b270_0e98),
            ("while", 0xb584_4c68_e8bb_309d),
            ("+=", 0xdcd2_eaf5_9090_91ef),
            ("(", 0x1746_c919_0b15_0e96),
        ] {
            assert_eq!(token_value(name), value, "{name}");
        }
    }
}
