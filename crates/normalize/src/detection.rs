//! Detects the language of a file by its name, and by its content if the name leaves a doubt. Mostly tables.

use chaffinch_submission::{Notebook, SourceFile};

use crate::language::Language;
use crate::languages::{language, languages};

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
        let named = file.notebook.as_ref().and_then(|notebook| notebook.language.as_deref());
        match self {
            // The prose of a notebook is no program, whatever its program is.
            _ if named == Some(Notebook::PROSE) => text(),
            Self::Fixed(language) => language,
            Self::Auto => language_of(file),
        }
    }
}

/// Number of bytes of a text that are examined. The beginning is enough to recognise a language.
const HEAD_BYTES: usize = 1 << 15;

/// Languages and whole file names, in lower case. Files that are best read as words are `text`.
const NAMES: &[(&str, &str)] = &[
    ("bash", ".bash_aliases .bash_profile .bashrc .profile"),
    ("lisp", ".emacs"),
    ("python", "sconstruct"),
    ("r", ".rprofile"),
    ("ruby", "gemfile rakefile vagrantfile"),
    ("text", "cmakelists.txt dockerfile gnumakefile makefile"),
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

/// Languages and programs in a first line `#!`, without their version.
const INTERPRETERS: &[(&str, &str)] = &[
    ("bash", "bash dash ksh sh zsh"),
    ("elixir", "elixir"),
    ("haskell", "runghc runhaskell"),
    ("javascript", "node"),
    ("julia", "julia"),
    ("lisp", "sbcl"),
    ("lua", "lua luajit"),
    ("matlab", "octave"),
    ("ml", "ocaml"),
    ("perl", "perl"),
    ("php", "php"),
    ("prolog", "swipl"),
    ("python", "pypy python"),
    ("r", "Rscript"),
    ("ruby", "ruby"),
    ("scheme", "csi guile racket"),
    ("tcl", "tclsh wish"),
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
    listed(NAMES, &name)
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
    text[..text.floor_char_boundary(HEAD_BYTES)].to_lowercase()
}

/// Returns the language beside which a table has this word.
fn listed(table: &[(&str, &str)], word: &str) -> Option<&'static Language> {
    let (name, _) = table.iter().find(|(_, words)| words.split(' ').any(|known| known == word))?;
    language(name)
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
            listed(INTERPRETERS, bare)
        });
    }
    let start = head(text);
    let (_, name) = BEGINNINGS.iter().find(|(mark, _)| start.trim_start().starts_with(mark))?;
    language(name)
}

#[cfg(test)]
mod tests;
