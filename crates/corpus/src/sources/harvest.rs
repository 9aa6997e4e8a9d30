//! The result of reading a piece: documents in order, with their names and sketches.

use chaffinch_sketch::{Parameters, Sample};
use chaffinch_submission::Named as _;

use crate::document::Document;
use crate::error::{Error, Result};

/// What documents are made of. Documents of different kinds cannot be compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "lowercase")]
pub(crate) enum Material {
    /// Texts of any format.
    #[strum(serialize = "text")]
    Texts,
    /// Ready-made sets of features.
    Features,
}

impl Material {
    /// Returns the parameters for documents of this material if texts are sketched with `texts`: ready-made sets are
    /// kept whole.
    pub(crate) const fn parameters(self, texts: Parameters) -> Parameters {
        match self {
            Self::Texts => texts,
            Self::Features => Parameters { sample: Sample::EVERYTHING, ..texts },
        }
    }
}

/// Documents that were read, in order.
#[derive(Default)]
pub(crate) struct Harvest {
    /// Records without the positions in the files they will be written to.
    pub(crate) documents: Vec<Document>,
    /// All names, one after the other.
    pub(crate) names: String,
    /// The end of each name.
    pub(crate) name_ends: Vec<usize>,
    /// All sketches, one after the other.
    pub(crate) sketches: Vec<u64>,
    /// What the documents are made of, and the first document that shows it.
    pub(crate) material: Option<(Material, u32)>,
    /// Bytes read.
    pub(crate) bytes: u64,
}

impl Harvest {
    pub(super) fn push(&mut self, name: &str, document: Document) {
        self.names.push_str(name);
        self.name_ends.push(self.names.len());
        self.documents.push(document);
    }

    /// Returns the name of the document at this position.
    pub(crate) fn name(&self, at: usize) -> &str {
        let start = at.checked_sub(1).map_or(0, |before| self.name_ends[before]);
        &self.names[start..self.name_ends[at]]
    }

    /// Returns the documents in order: name, record, sketch.
    pub(crate) fn each(&self) -> impl Iterator<Item = (&str, &Document, &[u64])> {
        let mut rest = self.sketches.as_slice();
        self.documents.iter().enumerate().map(move |(at, document)| {
            let (sketch, after) = rest.split_at(document.size.own() as usize);
            rest = after;
            (self.name(at), document, sketch)
        })
    }

    pub(super) fn push_text(&mut self, name: &str, document: Document) {
        if self.material.is_none() {
            self.material = Some((Material::Texts, self.documents.len() as u32));
        }
        self.push(name, document);
    }

    /// Records what the next document is made of. Fails if it cannot be compared with the ones before.
    pub(super) fn material(&mut self, name: &str, material: Material) -> Result<()> {
        match self.material {
            Some((other, first)) if other != material => {
                Err(mixed_error(name, material, self.name(first as usize), other))
            }
            Some(_) => Ok(()),
            None => {
                self.material = Some((material, self.documents.len() as u32));
                Ok(())
            }
        }
    }
}

/// Returns the error for two documents that cannot be compared.
pub(crate) fn mixed_error(document: &str, material: Material, first: &str, other: Material) -> Error {
    Error::Mixed {
        document: document.to_owned(),
        found: material.name().to_owned(),
        first: first.to_owned(),
        expected: other.name().to_owned(),
    }
}
