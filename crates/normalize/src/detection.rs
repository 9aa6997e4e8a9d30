//! Detects the language of a file by its name, and by its content if the name leaves a doubt. Mostly tables.

use chaffinch_submission::{Notebook, SourceFile};

use crate::guess::{
    CERTAIN_MARKS, CONTRADICTING_MARKS, by_content, guess, has_marks_of, head, listed, looks_like_program,
};
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
        self.read_as(file).language
    }

    /// Returns how a file is read.
    pub(crate) fn read_as(self, file: &SourceFile) -> ReadAs {
        let named = file.notebook.as_ref().and_then(|notebook| notebook.language.as_deref());
        match self {
            // The prose of a notebook is no program, whatever its program is.
            _ if named == Some(Notebook::PROSE) => text().into(),
            Self::Fixed(language) => language.into(),
            Self::Auto => read_as(file),
        }
    }
}

/// Languages and whole file names, in lower case. Files that are best read as words are `text`.
const NAMES: &[(&str, &str)] = &[
    ("bash", ".bash_aliases .bash_profile .bashrc .profile"),
    ("erlang", "rebar.config"),
    ("groovy", "jenkinsfile"),
    ("json", ".babelrc .eslintrc .prettierrc"),
    ("lisp", ".emacs"),
    ("python", "sconstruct"),
    ("r", ".rprofile"),
    ("ruby", "gemfile rakefile vagrantfile"),
    ("text", "cmakelists.txt dockerfile gnumakefile makefile"),
    ("yaml", ".clang-format .clang-tidy"),
];

/// A language and the marks that its texts contain.
type Claim = (&'static str, &'static [&'static str]);

/// Endings that several languages share, the most likely language first, with marks that its texts contain, in lower
/// case. The language whose marks occur most often wins.
const SHARED_ENDINGS: &[(&str, &[Claim])] = &[
    ("asm", &[INTEL, MIPS, GENERIC]),
    ("cl", &[("lisp", &["(def"]), ("c", &["__kernel", "__global", "#include"])]),
    ("cls", &[("vb", &["sub ", "dim "]), ("latex", &["\\providesclass", "\\newcommand"])]),
    ("d", &[("d", &[]), ("text", &[".o:", ".o :", ".c \\\n", ".h \\\n"])]),
    ("def", &[("text", &[]), ("modula2", &["definition module"])]),
    ("fs", &[("fsharp", &["let ", "open ", "module ", "|>"]), ("glsl", SHADER)]),
    (
        "h",
        &[
            ("c", &[]),
            ("objc", &["@interface", "@property", "@protocol", "@class", "#import"]),
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
    ("inc", &[INTEL, GENERIC, ("pascal", &["procedure ", ":="]), ("php", &["<?php", "$"])]),
    ("m", &[("matlab", &[]), ("objc", OBJECTIVE_C)]),
    ("mm", &[("objc", OBJECTIVE_C)]),
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
        "pde",
        &[
            ("processing", &[]),
            ("cpp", &["#include", "pinmode(", "digitalwrite(", "serial.begin(", "analogread("]),
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
    ("s", &[GENERIC, MIPS, INTEL]),
    (
        "v",
        &[
            ("verilog", &["module", "assign ", "always", "wire ", "reg "]),
            ("coq", &["theorem", "lemma", "qed.", "proof.", "require import", "definition ", "inductive "]),
        ],
    ),
];

/// Intel's syntax. GNU's has `%` before each register.
const INTEL: Claim = (
    "a8086",
    &[
        "int 21h",
        ".model",
        " ax,",
        " eax",
        " rax",
        " rdi",
        " rsi",
        " ebx",
        " segment",
        " proc",
        " xmm",
        "[rsp",
        "[rdi",
        "[rsi",
        "%macro",
        "%define",
        " db ",
        " dd ",
        "mov ",
        " equ ",
        "dword",
        "section .",
    ],
);
const MIPS: Claim = ("mips", &["$t", "$a", "$v", "$s", "$ra", "$zero", ".asciiz", "syscall", "addi"]);
/// GNU's syntax for x86, then ARM, RISC-V, AVR, 6502 and Z80.
const GENERIC: Claim = (
    "assembly",
    &[
        "%r", "%ea", "%eb", "%ec", "%ed", "%es", "movl", "movq", "$0x", ".cfi_", "ldr", "str ", " [r", "#",
        "bx lr", " lr", " r0,", " r1,", " x0,", " x1,", " x2,", " w0,", " w1,", " w2,", " sp,", "(sp)",
        " a0", " a1", " a7", " t0", " t1", " s0", "ecall", "ldi ", "rjmp", "lda ", "sta ", "jsr ", "ld a,",
        "djnz",
    ],
);
const OBJECTIVE_C: &[&str] =
    &["@interface", "@implementation", "@property", "@end", "@\"", "#import", "nslog("];
const SHADER: &[&str] = &["gl_", "#version", "uniform ", "vec2", "vec3", "vec4", "void main("];

/// How a file is read.
pub(crate) struct ReadAs {
    pub(crate) language: &'static Language,
    /// Why, for the reader of the report, if the file's name does not say it.
    pub(crate) note: Option<String>,
}

impl From<&'static Language> for ReadAs {
    fn from(language: &'static Language) -> Self {
        Self { language, note: None }
    }
}

/// Returns how a file is read: as the language that its name says, unless its content clearly says another; by its
/// content if the name says nothing; as `program` if it looks like one in an unknown language, else as `text`.
fn read_as(file: &SourceFile) -> ReadAs {
    if let Some(notebook) = &file.notebook {
        let named = notebook.language.as_deref().and_then(language);
        return named.or_else(|| language("python")).unwrap_or_else(text).into();
    }
    let name = file.path.rsplit('/').next().unwrap_or(&file.path).to_lowercase();
    if let Some(known) = listed(NAMES, &name) {
        return known.into();
    }
    match by_ending(&name, &file.text) {
        Some(known) if !hides_programs(&name) => match contradiction(known, &file.text) {
            Some(other) => ReadAs {
                language: other,
                note: Some(format!(
                    "looks like {}, not {}; read as {}",
                    other.title(),
                    known.title(),
                    other.title()
                )),
            },
            None => known.into(),
        },
        _ => by_content(&file.text).map_or_else(|| unnamed(&name, &file.text), ReadAs::from),
    }
}

/// Returns whether a file name says nothing about the language: `main`, `main.txt`, `main.c.bak`.
fn hides_programs(name: &str) -> bool {
    matches!(name.rsplit_once('.'), None | Some((_, "txt" | "text")))
}

/// Returns how a file is read whose name does not say it.
fn unnamed(name: &str, text_of_file: &str) -> ReadAs {
    if !looks_like_program(text_of_file) {
        return text().into();
    }
    let inner = name.rsplit_once('.').and_then(|(inner, _)| by_ending(inner, text_of_file));
    // An ending that is not in the list is mostly that of another language.
    let marks = if hides_programs(name) { CERTAIN_MARKS } else { CONTRADICTING_MARKS };
    let known = inner.filter(|language| language.name() != "text").or_else(|| guess(text_of_file, marks));
    match known {
        Some(known) => ReadAs {
            language: known,
            note: Some(format!("its name does not say its language; read as {}", known.title())),
        },
        None => ReadAs {
            language: language("program").unwrap_or_else(text),
            note: Some(
                "a program in an unknown language; its names, numbers and strings do not count".to_owned(),
            ),
        },
    }
}

/// Returns another language, if a text has many marks of it and none of the language that its name says.
fn contradiction(named: &'static Language, text_of_file: &str) -> Option<&'static Language> {
    // Nearly every file has some of its own.
    if has_marks_of(named, text_of_file)? {
        return None;
    }
    let other = guess(text_of_file, CONTRADICTING_MARKS)?;
    (other.scheme().family != named.scheme().family).then_some(other)
}

fn by_ending(name: &str, text_of_file: &str) -> Option<&'static Language> {
    let (_, ending) = name.rsplit_once('.')?;
    by_shared_ending(ending, text_of_file)
        .or_else(|| languages().iter().find(|language| language.endings().contains(&ending)))
}

fn text() -> &'static Language {
    language("text").expect("the table has a row for text, which reads everything")
}

fn by_shared_ending(ending: &str, text_of_file: &str) -> Option<&'static Language> {
    let (_, claims) = SHARED_ENDINGS.iter().find(|(known, _)| *known == ending)?;
    let head = head(text_of_file);
    let known = claims.iter().filter_map(|(name, marks)| {
        let found: usize = marks.iter().map(|mark| head.matches(mark).count()).sum();
        Some((language(name)?, found))
    });
    // The first of the best wins.
    known.reduce(|best, next| if next.1 > best.1 { next } else { best }).map(|(language, _)| language)
}

#[cfg(test)]
mod tests;
