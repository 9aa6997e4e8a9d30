//! The list of languages. To add one, write a file beside this one and name it twice here.

mod a8086;
mod ada;
mod bash;
mod c;
mod cpp;
mod csharp;
mod elixir;
mod fortran;
mod go;
mod haskell;
mod hcl;
mod html;
mod java;
mod javascript;
mod julia;
mod kotlin;
mod lisp;
mod lua;
mod matlab;
mod mips;
mod ml;
mod modula2;
mod pascal;
mod perl;
mod php;
mod prolog;
mod python;
mod r;
mod ruby;
mod rust;
mod scala;
mod scheme;
mod spice;
mod sql;
mod swift;
mod tcl;
mod text;
mod tsx;
mod typescript;
mod vb;
mod verilog;
mod vhdl;

use crate::language::Language;

/// In the order they are listed to users. `text` reads everything that no other language claims.
pub(crate) static LANGUAGES: [Language; 42] = [
    Language::new(a8086::ROW),
    Language::new(ada::ROW),
    Language::new(bash::ROW),
    Language::new(c::ROW),
    Language::new(cpp::ROW),
    Language::new(csharp::ROW),
    Language::new(elixir::ROW),
    Language::new(fortran::ROW),
    Language::new(go::ROW),
    Language::new(haskell::ROW),
    Language::new(hcl::ROW),
    Language::new(html::ROW),
    Language::new(java::ROW),
    Language::new(javascript::ROW),
    Language::new(julia::ROW),
    Language::new(kotlin::ROW),
    Language::new(lisp::ROW),
    Language::new(lua::ROW),
    Language::new(matlab::ROW),
    Language::new(mips::ROW),
    Language::new(ml::ROW),
    Language::new(modula2::ROW),
    Language::new(pascal::ROW),
    Language::new(perl::ROW),
    Language::new(php::ROW),
    Language::new(prolog::ROW),
    Language::new(python::ROW),
    Language::new(r::ROW),
    Language::new(ruby::ROW),
    Language::new(rust::ROW),
    Language::new(scala::ROW),
    Language::new(scheme::ROW),
    Language::new(spice::ROW),
    Language::new(sql::ROW),
    Language::new(swift::ROW),
    Language::new(tcl::ROW),
    Language::new(text::ROW),
    Language::new(tsx::ROW),
    Language::new(typescript::ROW),
    Language::new(vb::ROW),
    Language::new(verilog::ROW),
    Language::new(vhdl::ROW),
];
