//! Reads one file: as much of it as the limits allow, as text. Damage and size become reasons in the list, not errors.

use std::io::Read;

use super::clutter;
use super::walk::Walk;
use crate::layout;
use crate::limits::{Refusal, read_at_most};
use crate::provenance::{self, FILE_BYTES};
use crate::text::{
    Seen, TEXT_CELLS, Text, WithoutPictures, decode, document, has_chunks, is_notebook, read_chunks,
    read_notebook,
};

impl Walk<'_> {
    /// Reads and decodes one file.
    pub(super) fn file(
        &self,
        content: impl Read,
        declared: u64,
        at: &str,
    ) -> Result<Result<Text, String>, Refusal> {
        if let Some(reason) = clutter::file(at) {
            return Ok(Err(reason));
        }
        if let Some(reason) = self.patterns.refuses_anywhere(at) {
            return Ok(Err(reason));
        }
        if !self.count_vendored
            && FILE_BYTES < declared
            && let Some(what) = provenance::by_name(at)
        {
            return Ok(Err(provenance::too_large(what)));
        }
        let name = at.rsplit('/').next().unwrap_or(at);
        if let Some(reason) = document::not_read(name) {
            return Ok(Err(reason.to_owned()));
        }
        let most = self.limits.file_bytes;
        let is_notebook = is_notebook(at);
        let mut without_pictures = WithoutPictures::new(content);
        // The limit counts what is read of a notebook. It may declare more, and one that was cut off is read.
        let read = if is_notebook {
            read_at_most(&mut without_pictures, 0, most, "one notebook without pictures", at)
        } else {
            read_at_most(without_pictures.inner(), declared, most, "one file", at)
        };
        let bytes = match read? {
            Ok(bytes) => bytes,
            Err(reason) => return Ok(Err(reason)),
        };
        let size = bytes.len() as u64;
        let digest = is_notebook.then(|| without_pictures.digest());
        let mut reading = if let Some(format) = document::format(name) {
            // Attack: one student's bomb in a document, for which the archive of the class would be refused.
            self.budget.packed(at, || document::read(&bytes, format, most, &self.budget, at))?
        } else {
            let said = self.encodings.of(at, || digest.unwrap_or_else(|| *blake3::hash(&bytes).as_bytes()));
            decode(bytes, said)
        };
        if let Some(digest) = digest {
            reading = reading.and_then(|text| read_notebook(text, digest));
        } else if has_chunks(at) {
            reading = reading.and_then(read_chunks);
        }
        if !self.count_vendored
            && let Ok(text) = &mut reading
            && let Some(what) = provenance::recognise(&mut text.file, at)
            && FILE_BYTES < size
        {
            return Ok(Err(provenance::too_large(what)));
        }
        if let Ok(text) = &mut reading {
            self.look_at(text, at, size);
        }
        Ok(reading)
    }

    /// Replaces a text by what a survey keeps of it, if this is one.
    fn look_at(&self, text: &mut Text, at: &str, size: u64) {
        let Some(look) = self.look else { return };
        at.clone_into(&mut text.file.path);
        let is_blank = text.file.text.trim().is_empty();
        text.seen = Some(Seen { bytes: size, is_blank, looked: look(&text.file) });
        // Records of the platform about its submissions are read later.
        if !layout::may_be_record(at.rsplit('/').next().unwrap_or(at)) {
            text.file.text = String::new();
        }
        if let Some(prose) = &mut text.prose {
            self.look_at(prose, &format!("{at}/{TEXT_CELLS}"), prose.file.text.len() as u64);
        }
    }
}
