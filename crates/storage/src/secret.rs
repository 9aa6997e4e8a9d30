//! Unguessable texts (API tokens, sessions, sign-in links) and the hashes stored of them.

use std::fmt;

/// A text that grants access. It is shown to its owner once. Only its [`SecretHash`] is stored.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Returns 256 random bits after a prefix that secret scanners and readers recognise (`chf_token_`, `chf_session_`,
    /// ...).
    ///
    /// # Errors
    /// Fails if the operating system gives no random bytes.
    pub fn random(prefix: &str) -> Result<Self, getrandom::Error> {
        let mut bits = [0; 32];
        getrandom::fill(&mut bits)?;
        Ok(Self(format!("{prefix}{}", blake3::Hash::from_bytes(bits).to_hex())))
    }

    /// Returns the same text each time for the same key and purpose. Without the key it cannot be guessed.
    pub fn derived(prefix: &str, key: &[u8; 32], purpose: &[u8]) -> Self {
        Self(format!("{prefix}{}", blake3::keyed_hash(key, purpose).to_hex()))
    }

    /// Returns the text itself, for its owner only.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Returns the hash that is stored.
    pub fn hash(&self) -> SecretHash {
        SecretHash::new(&self.0)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

/// BLAKE3 hash of a secret. A fast hash is enough, because secrets have 256 random bits and cannot be guessed. Because
/// secrets are looked up by hash, the duration of the comparison reveals nothing about the secret.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SecretHash(pub [u8; 32]);

impl SecretHash {
    /// Returns the hash of a text that a client presents.
    pub fn new(presented: &str) -> Self {
        Self(*blake3::hash(presented.as_bytes()).as_bytes())
    }
}

impl fmt::Debug for SecretHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretHash(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::{Secret, SecretHash};

    #[test]
    fn secrets_differ_are_found_by_their_text_and_do_not_print() {
        let (one, two) = (Secret::random("chf_token_").unwrap(), Secret::random("chf_token_").unwrap());
        assert_ne!(one, two);
        assert!(one.reveal().starts_with("chf_token_"));
        assert_eq!(one.hash(), SecretHash::new(one.reveal()));
        assert_ne!(one.hash(), two.hash());
        assert_eq!(format!("{one:?} {:?}", one.hash()), "Secret(..) SecretHash(..)");
    }
}
