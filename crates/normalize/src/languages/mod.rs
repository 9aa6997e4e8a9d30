//! The table of languages. To add one: write a file beside this one and name it twice here.

mod a8086;
mod ada;
mod c;
mod cpp;
mod csharp;
mod fortran;
mod go;
mod java;
mod javascript;
mod kotlin;
mod lisp;
mod matlab;
mod mips;
mod modula2;
mod pascal;
mod perl;
mod prolog;
mod python;
mod rust;
mod scala;
mod scheme;
mod spice;
mod swift;
mod tcl;
mod text;
mod tsx;
mod typescript;
mod vb;
mod vhdl;

use crate::language::Language;

/// Raised whenever the same text may give other tokens.
const NORMALIZER: u16 = 2;

/// In the order they are listed to users. `text` reads everything that no other language claims.
pub(crate) static LANGUAGES: [Language; 29] = [
    Language::new(a8086::ROW),
    Language::new(ada::ROW),
    Language::new(c::ROW),
    Language::new(cpp::ROW),
    Language::new(csharp::ROW),
    Language::new(fortran::ROW),
    Language::new(go::ROW),
    Language::new(java::ROW),
    Language::new(javascript::ROW),
    Language::new(kotlin::ROW),
    Language::new(lisp::ROW),
    Language::new(matlab::ROW),
    Language::new(mips::ROW),
    Language::new(modula2::ROW),
    Language::new(pascal::ROW),
    Language::new(perl::ROW),
    Language::new(prolog::ROW),
    Language::new(python::ROW),
    Language::new(rust::ROW),
    Language::new(scala::ROW),
    Language::new(scheme::ROW),
    Language::new(spice::ROW),
    Language::new(swift::ROW),
    Language::new(tcl::ROW),
    Language::new(text::ROW),
    Language::new(tsx::ROW),
    Language::new(typescript::ROW),
    Language::new(vb::ROW),
    Language::new(vhdl::ROW),
];
