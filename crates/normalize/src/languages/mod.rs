//! The table of languages. To add one: write a file beside this one and name it twice here.

mod ada;
mod c;
mod cpp;
mod java;
mod javascript;
mod modula2;
mod pascal;
mod python;
mod text;
mod vhdl;

use crate::language::Language;

/// Raised whenever the same text may give other tokens.
const NORMALIZER: u16 = 1;

/// In the order they are listed to users. `text` reads everything that no other language claims.
pub(crate) static LANGUAGES: [Language; 10] = [
    Language::new(ada::ROW),
    Language::new(c::ROW),
    Language::new(cpp::ROW),
    Language::new(java::ROW),
    Language::new(javascript::ROW),
    Language::new(modula2::ROW),
    Language::new(pascal::ROW),
    Language::new(python::ROW),
    Language::new(text::ROW),
    Language::new(vhdl::ROW),
];
