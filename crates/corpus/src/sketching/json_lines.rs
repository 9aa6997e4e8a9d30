//! Writes the sketches of documents as JSON Lines, for other programs. [`crate::DocumentSource`] reads them in place of
//! documents.

use std::io::{self, Write};

use chaffinch_sketch::{Key, Parameters};
use serde::Serialize;

use crate::document::{Document, NO_DATE};
use crate::error::{Error, Result};
use crate::sketching::sketch_all;
use crate::sources::{DocumentSource, Harvest, Material};
use chaffinch_submission::{Named as _, Progress};

/// A document without its text.
#[derive(Debug, Serialize)]
struct Line<'a> {
    document: &'a str,
    of: &'static str,
    parameters: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<i64>,
    /// 0 if it has a sketch; other numbers say why not.
    state: u8,
    identical: String,
    lexical: String,
    sketch: Vec<String>,
}

/// Writes a line for every document, in order. Returns the number of documents. `key` must be the key that the
/// parameters name.
pub fn sketch(
    sources: &[DocumentSource],
    (parameters, key): (Parameters, &Key),
    threads: usize,
    progress: &dyn Progress,
    out: &mut dyn Write,
) -> Result<u64> {
    let [texts, features] =
        [Material::Texts, Material::Features].map(|of| of.parameters(parameters).to_string());
    let read = sketch_all(sources, (parameters, key), threads, progress, &mut |harvest| {
        let of = harvest.material.map_or(Material::Texts, |(material, _)| material);
        let parameters = if of == Material::Features { &features } else { &texts };
        lines(&harvest, of, parameters, out)
            .map_err(|source| Error::Write { path: "the sketches".into(), source })
    })?;
    Ok(read.documents)
}

fn lines(harvest: &Harvest, of: Material, parameters: &str, out: &mut dyn Write) -> io::Result<()> {
    for (document, &Document { raw, canonical, date, state, .. }, sketch) in harvest.each() {
        let line = Line {
            document,
            of: of.name(),
            parameters,
            date: (date != NO_DATE).then_some(date),
            state: state as u8,
            identical: format!("{raw:032x}"),
            lexical: format!("{canonical:032x}"),
            sketch: sketch.iter().map(|value| format!("{value:016x}")).collect(),
        };
        serde_json::to_writer(&mut *out, &line)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}
