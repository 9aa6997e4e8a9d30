//! Detects the language of a file by its name, and by its content if the name leaves a doubt. Mostly tables.

use chaffinch_submission::SourceFile;

use super::registry::{language, languages};
use crate::language::Language;

/// The language as which the files of a batch are read.
#[derive(Debug, Clone, Copy)]
pub enum Choice {
    /// Detected for each file, by its name and then by its content; `text` if no language fits.
    Auto,
    /// One language for all files.
    Fixed(&'static Language),
}

impl Choice {
    /// Returns the language as which a file is read.
    pub fn language_of(self, file: &SourceFile) -> &'static Language {
        match self {
            Self::Fixed(language) => language,
            Self::Auto => language_of(file),
        }
    }
}

/// Number of bytes of a text that are examined. The beginning is enough to recognise a language.
const HEAD_BYTES: usize = 1 << 15;

/// Whole file names, in lower case. Files that are best read as words are `text`.
const NAMES: &[(&str, &str)] = &[
    (".bash_aliases", "bash"),
    (".bash_profile", "bash"),
    (".bashrc", "bash"),
    (".emacs", "lisp"),
    (".profile", "bash"),
    (".rprofile", "r"),
    ("cmakelists.txt", "text"),
    ("dockerfile", "text"),
    ("gemfile", "ruby"),
    ("gnumakefile", "text"),
    ("makefile", "text"),
    ("rakefile", "ruby"),
    ("sconstruct", "python"),
    ("vagrantfile", "ruby"),
];

/// A language and the marks that its texts contain.
type Claim = (&'static str, &'static [&'static str]);

/// Endings that several languages share, the most likely language first, with marks that its texts contain, in lower
/// case. The language whose marks occur most often wins.
const SHARED_ENDINGS: &[(&str, &[Claim])] = &[
    ("asm", ASSEMBLIES),
    ("cl", &[("lisp", &["(def"]), ("c", &["__kernel", "__global", "#include"])]),
    ("cls", &[("vb", &["sub ", "dim "]), ("text", &["\\providesclass", "\\newcommand"])]),
    ("def", &[("text", &[]), ("modula2", &["definition module"])]),
    (
        "h",
        &[
            ("c", &[]),
            (
                "cpp",
                &[
                    "class ",
                    "namespace ",
                    "template",
                    "std::",
                    "public:",
                    "private:",
                    "virtual ",
                    "constexpr",
                    "using ",
                ],
            ),
        ],
    ),
    ("inc", &[("a8086", &["mov ", "equ "]), ("pascal", &["procedure ", ":="]), ("php", &["<?php", "$"])]),
    ("m", &[("matlab", &[]), ("c", &["@interface", "@implementation", "@property", "#import"])]),
    (
        "mod",
        &[
            ("text", &[]),
            ("modula2", &["definition module", "implementation module", "from ", "begin\n", ":= "]),
        ],
    ),
    (
        "p",
        &[
            ("pascal", &["begin", "program ", "procedure ", ":="]),
            ("prolog", &[":-", "?-", "-->"]),
            ("perl", &["my $", "use strict", "sub "]),
        ],
    ),
    (
        "pl",
        &[
            ("perl", &["$", "use strict", "sub ", "my ", "=>", "#!"]),
            ("prolog", &[":-", "?-", "-->", "%", ").\n", ").\r"]),
        ],
    ),
    ("pro", &[("prolog", &[":-", "?-", "-->"]), ("text", &["+=", "sources", "template"])]),
    ("s", ASSEMBLIES),
    (
        "v",
        &[
            ("verilog", &["module", "assign ", "always", "wire ", "reg "]),
            ("text", &["theorem", "lemma", "qed.", "proof.", "require import", "definition "]),
        ],
    ),
];

const ASSEMBLIES: &[Claim] = &[
    ("a8086", &["int 21h", ".model", " ax", "eax", "rax", "segment", "proc", "mov "]),
    ("mips", &["$t", "$a", "$v", "$s", "$ra", ".asciiz", ".globl", "syscall", "addi"]),
];

/// Programs in a first line `#!`, without their version.
const INTERPRETERS: &[(&str, &str)] = &[
    ("bash", "bash"),
    ("csi", "scheme"),
    ("dash", "bash"),
    ("elixir", "elixir"),
    ("guile", "scheme"),
    ("julia", "julia"),
    ("ksh", "bash"),
    ("lua", "lua"),
    ("luajit", "lua"),
    ("node", "javascript"),
    ("ocaml", "ocaml"),
    ("octave", "matlab"),
    ("perl", "perl"),
    ("php", "php"),
    ("pypy", "python"),
    ("python", "python"),
    ("racket", "scheme"),
    ("Rscript", "r"),
    ("ruby", "ruby"),
    ("runghc", "haskell"),
    ("runhaskell", "haskell"),
    ("sbcl", "lisp"),
    ("sh", "bash"),
    ("swipl", "prolog"),
    ("tclsh", "tcl"),
    ("wish", "tcl"),
    ("zsh", "bash"),
];

/// Beginnings of texts, in lower case.
const BEGINNINGS: &[(&str, &str)] =
    &[("<!doctype html", "html"), ("<?php", "php"), ("<?xml", "html"), ("<html", "html")];

/// Returns the language as which a file is read; `text` if no language fits.
fn language_of(file: &SourceFile) -> &'static Language {
    if let Some(notebook) = &file.notebook {
        let named = notebook.language.as_deref().and_then(language);
        return named.or_else(|| language("python")).unwrap_or_else(text);
    }
    let name = file.path.rsplit('/').next().unwrap_or(&file.path).to_lowercase();
    let ending = name.rsplit_once('.').map(|(_, ending)| ending);
    by_name(&name)
        .or_else(|| by_shared_ending(ending?, &head(&file.text)))
        .or_else(|| {
            languages().iter().find(|language| language.endings().contains(&ending.unwrap_or_default()))
        })
        .or_else(|| by_content(&file.text))
        .unwrap_or_else(text)
}

fn text() -> &'static Language {
    language("text").expect("the table has a row for text, which reads everything")
}

pub(super) fn head(text: &str) -> String {
    let end = (0..=HEAD_BYTES.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    text[..end].to_lowercase()
}

fn by_name(name: &str) -> Option<&'static Language> {
    let (_, found) = NAMES.iter().find(|(known, _)| *known == name)?;
    language(found)
}

fn by_shared_ending(ending: &str, head: &str) -> Option<&'static Language> {
    let (_, claims) = SHARED_ENDINGS.iter().find(|(known, _)| *known == ending)?;
    let known = claims.iter().filter_map(|(name, marks)| {
        let found: usize = marks.iter().map(|mark| head.matches(mark).count()).sum();
        Some((language(name)?, found))
    });
    // The first of the best wins.
    known.reduce(|best, next| if next.1 > best.1 { next } else { best }).map(|(language, _)| language)
}

pub(super) fn by_content(text: &str) -> Option<&'static Language> {
    if let Some(line) = text.strip_prefix("#!") {
        let line = line.lines().next().unwrap_or_default();
        // In `/usr/bin/env -S python3 -u`, the first part that is a known program counts.
        let mut programs = line.split_whitespace().map(|part| part.rsplit('/').next().unwrap_or(part));
        return programs.find_map(|program| {
            let bare = program.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '-'));
            let (_, name) = INTERPRETERS.iter().find(|(known, _)| *known == bare)?;
            language(name)
        });
    }
    let start = head(text);
    let (_, name) = BEGINNINGS.iter().find(|(mark, _)| start.trim_start().starts_with(mark))?;
    language(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chaffinch_submission::Notebook;

    fn file(path: &str, text: &str) -> SourceFile {
        SourceFile::plain(path, text)
    }

    fn check(path: &str, text: &str, expected: &str) {
        // Languages that this table names and the build leaves out are `text`.
        let expected = language(expected).map_or("text", Language::name);
        assert_eq!(language_of(&file(path, text)).name(), expected, "{path}: {text:?}");
    }

    #[test]
    fn a_name_decides_if_it_can() {
        for (path, expected) in [
            ("main.c", "c"),
            ("src/LIST.H", "c"),
            ("a.b/main.cpp", "cpp"),
            ("x.py", "python"),
            ("Main.java", "java"),
            ("app.mjs", "javascript"),
            ("README", "text"),
            ("a.c/README", "text"),
            ("program.unheard", "text"),
            (".c", "c"),
            ("", "text"),
            ("src/Makefile", "text"),
            ("Dockerfile", "text"),
            ("CMakeLists.txt", "text"),
            ("Rakefile", "ruby"),
            ("Vagrantfile", "ruby"),
            (".Rprofile", "r"),
            ("main.tf", "hcl"),
            ("lib/a.EXS", "elixir"),
            ("Main.hs", "haskell"),
            ("index.htm", "html"),
            ("a.jl", "julia"),
            ("a.lua", "lua"),
            ("a.mli", "ml"),
            ("a.phtml", "php"),
            ("a.R", "r"),
            ("a.rb", "ruby"),
            ("a.plsql", "sql"),
            ("a.svh", "verilog"),
            ("a.f", "fortran"),
            ("A.PAS", "pascal"),
        ] {
            check(path, "", expected);
            check(path, "plain words", expected);
        }
    }

    #[test]
    fn content_decides_where_endings_are_shared() {
        for (path, text, expected) in [
            ("list.h", "struct node { int x; };", "c"),
            ("list.h", "namespace a { class B; }", "cpp"),
            ("fit.m", "x = [1 2 3]';", "matlab"),
            ("View.m", "#import <Foundation/Foundation.h>\n@implementation View", "c"),
            ("log.pl", "use strict;\nmy $x = 1;", "perl"),
            ("family.pl", "parent(a, b).\nf(X) :- parent(X, _).", "prolog"),
            ("alu.v", "module alu(input a); assign b = a; endmodule", "verilog"),
            ("proof.v", "Theorem a : True. Proof. trivial. Qed.", "text"),
            ("sort.p", "program sort; begin x := 1 end.", "pascal"),
            ("sort.p", "a :- b.\nc :- d.", "prolog"),
            ("sum.asm", "main: li $v0, 5\n syscall", "mips"),
            ("sum.s", "  .globl main\nmain: addi $t0, $t0, 1", "mips"),
            ("sum.asm", " mov ax, 1\n int 21h", "a8086"),
            ("go.mod", "module example.org/a\n", "text"),
            ("a.def", "LIBRARY a\nEXPORTS b", "text"),
            ("query.sql", "select 1", "sql"),
        ] {
            check(path, text, expected);
        }
    }

    #[test]
    fn content_decides_if_the_name_does_not() {
        for (text, expected) in [
            ("#!/usr/bin/env python3\nx = 1", "python"),
            ("#!/usr/bin/env -S node --trace\n", "javascript"),
            ("#! /usr/bin/perl5.36 -w\n", "perl"),
            ("#!/bin/sh\n", "bash"),
            ("#!/usr/bin/env ruby\n", "ruby"),
            ("#!/usr/bin/lua5.4\n", "lua"),
            ("#!/usr/bin/php8.2\n", "php"),
            ("#!/usr/bin/env Rscript --vanilla\n", "r"),
            ("#!/usr/bin/env elixir\n", "elixir"),
            ("#!/usr/bin/env julia\n", "julia"),
            ("#!/usr/bin/env runghc\n", "haskell"),
            ("#! /usr/bin/ocaml\n", "ml"),
            ("#!/usr/bin/unheard\n", "text"),
            ("#!", "text"),
            ("\n <?php echo 1;", "php"),
            ("<!DOCTYPE HTML>", "html"),
            ("<?xml version='1.0'?>", "html"),
            ("int main() {}", "text"),
            ("é", "text"),
        ] {
            check("submission", text, expected);
        }
    }

    #[test]
    fn a_notebook_decides_the_language_of_its_cells() {
        for (named, expected) in [(None, "python"), (Some("C++"), "cpp"), (Some("unheard"), "python")] {
            let notebook = Notebook { cells: vec![0], language: named.map(str::to_owned) };
            let file = SourceFile { notebook: Some(notebook), ..file("a.ipynb", "x = 1") };
            assert_eq!(language_of(&file).name(), expected);
        }
    }

    #[test]
    fn the_tables_are_in_order_and_lower_case() {
        let sorted =
            |names: Vec<&str>| assert!(names.is_sorted_by_key(|name| name.to_lowercase()), "{names:?}");
        sorted(NAMES.iter().map(|row| row.0).collect());
        sorted(SHARED_ENDINGS.iter().map(|row| row.0).collect());
        sorted(INTERPRETERS.iter().map(|row| row.0).collect());
        let marks = SHARED_ENDINGS.iter().flat_map(|row| row.1).flat_map(|claim| claim.1);
        for mark in marks.chain(BEGINNINGS.iter().map(|row| &row.0)) {
            assert_eq!(*mark, mark.to_lowercase());
        }
    }
}
