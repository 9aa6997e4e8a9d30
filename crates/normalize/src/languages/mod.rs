//! The table of languages. To add one: write a file beside this one and name it twice here.

mod c;
mod cpp;
mod csharp;
mod go;
mod java;
mod javascript;
mod kotlin;
mod python;
mod rust;
mod scala;
mod swift;
mod text;
mod tsx;
mod typescript;

use crate::language::Language;

/// Raised whenever the same text may give other tokens.
const NORMALIZER: u16 = 2;

/// In the order they are listed to users. `text` reads everything that no other language claims.
pub(crate) static LANGUAGES: [Language; 14] = [
    Language::new(c::ROW),
    Language::new(cpp::ROW),
    Language::new(csharp::ROW),
    Language::new(go::ROW),
    Language::new(java::ROW),
    Language::new(javascript::ROW),
    Language::new(kotlin::ROW),
    Language::new(python::ROW),
    Language::new(rust::ROW),
    Language::new(scala::ROW),
    Language::new(swift::ROW),
    Language::new(tsx::ROW),
    Language::new(typescript::ROW),
    Language::new(text::ROW),
];
