//! Rows of `document`.

use chaffinch_storage::{DocumentId, IndexScheme, Packed, StoredDocument};

/// A row of `document` with its scheme.
pub(crate) struct DocumentRow {
    pub(crate) id: i64,
    pub(crate) file: i32,
    pub(crate) path: String,
    pub(crate) text_packed: Option<Vec<u8>>,
    pub(crate) stream_packed: Vec<u8>,
    pub(crate) fingerprints: Option<Vec<u8>>,
    pub(crate) family: Option<String>,
    pub(crate) normalizer: Option<i32>,
    pub(crate) format: Option<i32>,
}

impl DocumentRow {
    /// Returns the document.
    pub(crate) fn document(self) -> StoredDocument {
        let scheme =
            self.family.zip(self.normalizer).zip(self.format).map(|((family, normalizer), format)| {
                IndexScheme { family, normalizer: normalizer as u16, format: format as u16 }
            });
        StoredDocument {
            id: DocumentId(self.id.cast_unsigned()),
            file: self.file.cast_unsigned(),
            path: self.path,
            text: self.text_packed.map(Packed::from_bytes),
            stream: Packed::from_bytes(self.stream_packed),
            fingerprints: scheme.zip(self.fingerprints),
        }
    }
}
