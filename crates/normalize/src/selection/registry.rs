//! All languages, and look-up by name.

use crate::language::Language;
use crate::languages::LANGUAGES;

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
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

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
