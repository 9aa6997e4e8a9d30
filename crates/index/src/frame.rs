//! The version and checksum at the beginning of all packed bytes. Pure.

use crate::Damage;

/// Bytes before the content: version (1) and CRC-32 (4) of version, key (8 bytes) and content.
const HEAD: usize = 5;

/// Begins packed bytes. Append the content, then call `seal`.
pub(crate) fn begin(version: u8) -> Vec<u8> {
    vec![version, 0, 0, 0, 0]
}

/// Writes the checksum. The key is the one the bytes are stored under, so bytes stored under a wrong key are detected.
pub(crate) fn seal(bytes: &mut [u8], key: u64) {
    let sum = checksum(bytes, key);
    bytes[1..HEAD].copy_from_slice(&sum.to_le_bytes());
}

/// Returns the content if version and checksum are valid.
pub(crate) fn open(bytes: &[u8], version: u8, key: u64) -> Result<&[u8], Damage> {
    let head: &[u8; HEAD] = bytes.first_chunk().ok_or(Damage::Shape)?;
    if head[0] != version {
        return Err(Damage::Version(head[0]));
    }
    if head[1..] != checksum(bytes, key).to_le_bytes() {
        return Err(Damage::Checksum);
    }
    Ok(&bytes[HEAD..])
}

fn checksum(bytes: &[u8], key: u64) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&bytes[..1]);
    hasher.update(&key.to_le_bytes());
    hasher.update(&bytes[HEAD..]);
    hasher.finalize()
}
