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

/// All languages, in the order in which users see them. `text` reads everything that no other language claims.
pub(crate) static LANGUAGES: [Language; 42] = [
    Language::new(a8086::DEFINITION),
    Language::new(ada::DEFINITION),
    Language::new(bash::DEFINITION),
    Language::new(c::DEFINITION),
    Language::new(cpp::DEFINITION),
    Language::new(csharp::DEFINITION),
    Language::new(elixir::DEFINITION),
    Language::new(fortran::DEFINITION),
    Language::new(go::DEFINITION),
    Language::new(haskell::DEFINITION),
    Language::new(hcl::DEFINITION),
    Language::new(html::DEFINITION),
    Language::new(java::DEFINITION),
    Language::new(javascript::DEFINITION),
    Language::new(julia::DEFINITION),
    Language::new(kotlin::DEFINITION),
    Language::new(lisp::DEFINITION),
    Language::new(lua::DEFINITION),
    Language::new(matlab::DEFINITION),
    Language::new(mips::DEFINITION),
    Language::new(ml::DEFINITION),
    Language::new(modula2::DEFINITION),
    Language::new(pascal::DEFINITION),
    Language::new(perl::DEFINITION),
    Language::new(php::DEFINITION),
    Language::new(prolog::DEFINITION),
    Language::new(python::DEFINITION),
    Language::new(r::DEFINITION),
    Language::new(ruby::DEFINITION),
    Language::new(rust::DEFINITION),
    Language::new(scala::DEFINITION),
    Language::new(scheme::DEFINITION),
    Language::new(spice::DEFINITION),
    Language::new(sql::DEFINITION),
    Language::new(swift::DEFINITION),
    Language::new(tcl::DEFINITION),
    Language::new(text::DEFINITION),
    Language::new(tsx::DEFINITION),
    Language::new(typescript::DEFINITION),
    Language::new(vb::DEFINITION),
    Language::new(verilog::DEFINITION),
    Language::new(vhdl::DEFINITION),
];
