//! The list of languages, and look-up by name. To add one, write a file beside this one, or add to that of its family, and
//! name it twice here.

mod assembly;
mod awk;
mod bash;
mod c;
mod c_dialects;
mod cobol;
mod csharp;
mod css;
mod d;
mod dart;
mod elixir;
mod erlang;
mod fortran;
mod functional;
mod gdscript;
mod go;
mod groovy;
mod hardware;
mod haskell;
mod hcl;
mod html;
mod java;
mod javascript;
mod julia;
mod kotlin;
mod lisp;
mod llvm;
mod lua;
mod matlab;
mod ml;
mod modelica;
mod nim;
mod pascal;
mod perl;
mod php;
mod powershell;
mod program;
mod prolog;
mod proofs;
mod python;
mod r;
mod ruby;
mod rust;
mod scala;
mod smalltalk;
mod solidity;
mod sql;
mod swift;
mod tcl;
mod text;
mod vb;
mod yaml;
mod zig;

use crate::language::Language;

/// All languages, in the order in which users see them. `text` reads everything that no other language claims.
pub(crate) static LANGUAGES: [Language; 72] = [
    Language::new("a8086", "8086 assembly", assembly::A8086),
    Language::new("ada", "Ada", pascal::ADA),
    Language::new("assembly", "Assembly", assembly::GENERIC),
    Language::new("awk", "AWK", awk::DEFINITION),
    Language::new("bash", "Bash", bash::DEFINITION),
    Language::new("c", "C", c::C),
    Language::new("clojure", "Clojure", lisp::CLOJURE),
    Language::new("cobol", "COBOL", cobol::DEFINITION),
    Language::new("coq", "Coq", proofs::COQ),
    Language::new("cpp", "C++", c::CPP),
    Language::new("csharp", "C#", csharp::DEFINITION),
    Language::new("css", "CSS", css::DEFINITION),
    Language::new("cuda", "CUDA", c_dialects::CUDA),
    Language::new("d", "D", d::DEFINITION),
    Language::new("dart", "Dart", dart::DEFINITION),
    Language::new("elixir", "Elixir", elixir::DEFINITION),
    Language::new("elm", "Elm", functional::ELM),
    Language::new("erlang", "Erlang", erlang::DEFINITION),
    Language::new("fortran", "Fortran", fortran::DEFINITION),
    Language::new("fsharp", "F#", functional::FSHARP),
    Language::new("gdscript", "GDScript", gdscript::DEFINITION),
    Language::new("glsl", "GLSL", c_dialects::GLSL),
    Language::new("go", "Go", go::DEFINITION),
    Language::new("groovy", "Groovy", groovy::DEFINITION),
    Language::new("haskell", "Haskell", haskell::DEFINITION),
    Language::new("hcl", "HCL", hcl::DEFINITION),
    Language::new("html", "HTML", html::DEFINITION),
    Language::new("java", "Java", java::DEFINITION),
    Language::new("javascript", "JavaScript", javascript::JAVASCRIPT),
    Language::new("json", "JSON", text::JSON),
    Language::new("julia", "Julia", julia::DEFINITION),
    Language::new("kotlin", "Kotlin", kotlin::DEFINITION),
    Language::new("latex", "LaTeX", text::LATEX),
    Language::new("lean", "Lean", proofs::LEAN),
    Language::new("lisp", "Lisp", lisp::LISP),
    Language::new("llvm", "LLVM IR", llvm::DEFINITION),
    Language::new("lua", "Lua", lua::DEFINITION),
    Language::new("matlab", "MATLAB", matlab::DEFINITION),
    Language::new("mips", "MIPS assembly", assembly::MIPS),
    Language::new("ml", "OCaml", ml::DEFINITION),
    Language::new("modelica", "Modelica", modelica::DEFINITION),
    Language::new("modula2", "Modula-2", pascal::MODULA2),
    Language::new("nim", "Nim", nim::DEFINITION),
    Language::new("objc", "Objective-C", c_dialects::OBJC),
    Language::new("pascal", "Pascal", pascal::PASCAL),
    Language::new("perl", "Perl", perl::DEFINITION),
    Language::new("php", "PHP", php::DEFINITION),
    Language::new("powershell", "PowerShell", powershell::DEFINITION),
    Language::new("processing", "Processing", java::PROCESSING),
    Language::new("program", "Unknown language", program::DEFINITION),
    Language::new("prolog", "Prolog", prolog::DEFINITION),
    Language::new("python", "Python", python::DEFINITION),
    Language::new("r", "R", r::DEFINITION),
    Language::new("ruby", "Ruby", ruby::DEFINITION),
    Language::new("rust", "Rust", rust::DEFINITION),
    Language::new("scala", "Scala", scala::DEFINITION),
    Language::new("scheme", "Scheme", lisp::SCHEME),
    Language::new("smalltalk", "Smalltalk", smalltalk::DEFINITION),
    Language::new("solidity", "Solidity", solidity::DEFINITION),
    Language::new("spice", "Spice", hardware::SPICE),
    Language::new("sql", "SQL", sql::DEFINITION),
    Language::new("swift", "Swift", swift::DEFINITION),
    Language::new("tcl", "Tcl", tcl::DEFINITION),
    Language::new("text", "Text", text::TEXT),
    Language::new("tsx", "TypeScript with JSX", javascript::TSX),
    Language::new("typescript", "TypeScript", javascript::TYPESCRIPT),
    Language::new("vb", "Visual Basic", vb::DEFINITION),
    Language::new("verilog", "Verilog", hardware::VERILOG),
    Language::new("vhdl", "VHDL", hardware::VHDL),
    Language::new("vue", "Vue and Svelte", html::VUE),
    Language::new("yaml", "YAML", yaml::DEFINITION),
    Language::new("zig", "Zig", zig::DEFINITION),
];

/// Returns the language with this name or alias, in any case.
pub fn language(name: &str) -> Option<&'static Language> {
    LANGUAGES.iter().find(|language| {
        std::iter::once(&language.name())
            .chain(language.aliases())
            .any(|known| known.eq_ignore_ascii_case(name))
    })
}

/// Returns all languages, in the order of the list.
pub fn languages() -> &'static [Language] {
    &LANGUAGES
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    #[test]
    fn names_aliases_and_endings_are_unambiguous_and_lower_case() {
        let (mut names, mut endings) = (BTreeSet::new(), BTreeSet::new());
        for language in languages() {
            for name in [language.name()].iter().chain(language.aliases()) {
                assert_eq!(*name, name.to_lowercase());
                assert!(names.insert(*name), "two languages answer to {name}");
            }
            for ending in language.endings() {
                assert_eq!(*ending, ending.to_lowercase());
                assert!(endings.insert(ending), "two languages claim .{ending}");
            }
        }
    }

    #[test]
    fn titles_are_unique() {
        let titles: BTreeSet<&str> = languages().iter().map(Language::title).collect();
        assert_eq!(titles.len(), languages().len());
        for (name, title) in [("cpp", "C++"), ("vb", "Visual Basic"), ("sql", "SQL"), ("ml", "OCaml")] {
            assert_eq!(language(name).unwrap().title(), title);
        }
    }

    #[test]
    fn a_family_has_one_scheme() {
        let mut schemes = BTreeMap::new();
        for language in languages() {
            let scheme = language.scheme();
            assert_eq!(*schemes.entry(scheme.family).or_insert(scheme), scheme, "{}", language.name());
        }
    }

    #[test]
    fn moss_names_are_known() {
        let own = "c java ml pascal ada lisp scheme haskell fortran vhdl perl matlab python mips prolog spice vb csharp \
                   modula2 a8086 javascript verilog tcl ruby";
        for name in own.split_whitespace() {
            assert_eq!(language(name).unwrap().name(), name);
        }
        for (alias, expected) in [
            ("cc", "cpp"),
            ("ascii", "text"),
            ("plsql", "sql"),
            ("ocaml", "ml"),
            ("schema", "scheme"),
            ("C++", "cpp"),
            ("JS", "javascript"),
        ] {
            assert_eq!(language(alias).unwrap().name(), expected);
        }
        assert!(language("auto").is_none());
    }
}
