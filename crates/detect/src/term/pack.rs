//! The stored form of [`TaskPairs`]: fixed widths, little-endian, sorted, so that it compresses well.

use super::task::{TaskPair, TaskPairs};

/// First byte of the stored form.
const VERSION: u8 = 1;

/// Stored bytes that are not [`TaskPairs`] of this version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the pairs of a report are stored in a form that cannot be read")]
pub struct Malformed;

impl TaskPairs {
    /// Returns the stored form. Expect values lose what 32 bits cannot hold of their logarithm.
    pub fn pack(&self) -> Vec<u8> {
        let mut bytes = vec![VERSION];
        let mut pairs = self.pairs.clone();
        pairs.sort_unstable_by_key(|pair| (pair.left, pair.right));
        bytes.extend(self.among.to_le_bytes());
        bytes.extend((self.submissions.len() as u32).to_le_bytes());
        bytes.extend((pairs.len() as u32).to_le_bytes());
        bytes.extend(self.submissions.iter().flat_map(|(number, _)| number.to_le_bytes()));
        bytes.extend(self.submissions.iter().flat_map(|(_, digest)| digest.to_le_bytes()));
        bytes.extend(pairs.iter().flat_map(|pair| pair.left.to_le_bytes()));
        bytes.extend(pairs.iter().flat_map(|pair| pair.right.to_le_bytes()));
        bytes.extend(pairs.iter().flat_map(|pair| (pair.expect.ln() as f32).to_le_bytes()));
        bytes
    }

    /// Reads the stored form.
    ///
    /// # Errors
    /// [`Malformed`]: another version, or damage.
    pub fn unpack(bytes: &[u8]) -> Result<Self, Malformed> {
        let mut reader = Reader(bytes);
        if reader.take::<1>()? != [VERSION] {
            return Err(Malformed);
        }
        let among = u64::from_le_bytes(reader.take()?);
        let (submissions, pairs) = (reader.number()? as usize, reader.number()? as usize);
        if reader.0.len() as u128 != 12 * (submissions as u128 + pairs as u128) {
            return Err(Malformed);
        }
        let numbers = reader.column(submissions, u32::from_le_bytes)?;
        let digests = reader.column(submissions, u64::from_le_bytes)?;
        let left = reader.column(pairs, u32::from_le_bytes)?;
        let right = reader.column(pairs, u32::from_le_bytes)?;
        let expect = reader.column(pairs, f32::from_le_bytes)?;
        if expect.iter().any(|ln| !ln.is_finite()) {
            return Err(Malformed);
        }
        let pairs = left.into_iter().zip(right).zip(expect);
        let pair =
            |((left, right), ln): ((u32, u32), f32)| TaskPair { left, right, expect: f64::from(ln).exp() };
        Ok(Self {
            among,
            submissions: numbers.into_iter().zip(digests).collect(),
            pairs: pairs.map(pair).collect(),
        })
    }
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], Malformed> {
        let (taken, rest) = self.0.split_first_chunk().ok_or(Malformed)?;
        self.0 = rest;
        Ok(*taken)
    }

    fn number(&mut self) -> Result<u32, Malformed> {
        self.take().map(u32::from_le_bytes)
    }

    fn column<const N: usize, T>(
        &mut self,
        rows: usize,
        read: fn([u8; N]) -> T,
    ) -> Result<Vec<T>, Malformed> {
        (0..rows).map(|_| self.take().map(read)).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_stored_is_read_again(
            among in any::<u64>(),
            submissions in prop::collection::vec((any::<u32>(), any::<u64>()), 0..20),
            pairs in prop::collection::btree_map((any::<u32>(), any::<u32>()), -690.0..20.0_f64, 0..20),
        ) {
            let pairs = pairs.into_iter();
            let pairs = pairs.map(|((left, right), ln)| TaskPair { left, right, expect: ln.exp() }).collect();
            let stored = TaskPairs { among, submissions, pairs };
            let read = TaskPairs::unpack(&stored.pack()).unwrap();
            prop_assert_eq!(&read.submissions, &stored.submissions);
            for (read, stored) in read.pairs.iter().zip(&stored.pairs) {
                prop_assert_eq!((read.left, read.right), (stored.left, stored.right));
                prop_assert!((read.expect.ln() - stored.expect.ln()).abs() < 1e-4);
            }
        }

        #[test]
        fn damage_is_refused(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
            // Whatever is read has the length that it says.
            if let Ok(read) = TaskPairs::unpack(&bytes) {
                prop_assert_eq!(bytes.len(), 17 + 12 * (read.submissions.len() + read.pairs.len()));
            }
        }
    }

    #[test]
    fn a_cut_or_another_version_is_refused() {
        let stored =
            TaskPairs { pairs: vec![TaskPair { left: 1, right: 2, expect: 0.5 }], ..TaskPairs::default() };
        let bytes = stored.pack();
        assert_eq!(TaskPairs::unpack(&bytes[..bytes.len() - 1]), Err(Malformed));
        assert_eq!(TaskPairs::unpack(&[&[2], &bytes[1..]].concat()), Err(Malformed));
        assert_eq!(TaskPairs::unpack(&[]), Err(Malformed));
    }
}
