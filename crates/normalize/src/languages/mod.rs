//! The list of languages, and look-up by name. To add one, write a file beside this one and name it twice here.

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
