//! Guesses the language of a text whose name does not say it. Mostly a table.
//!
//! A guess is the last means for a submission: two copies could be guessed differently. It needs more marks there than for
//! a typed or pasted text, and the reader of the report is told.

use crate::language::Language;
use crate::languages::language;

/// Number of bytes of a text that are examined. The beginning is enough to recognise a language.
const HEAD_BYTES: usize = 1 << 15;

/// Languages and programs in a first line `#!`, without their version.
pub(crate) const INTERPRETERS: &[(&str, &str)] = &[
    ("awk", "awk gawk mawk nawk"),
    ("bash", "bash dash ksh sh zsh"),
    ("clojure", "bb clojure"),
    ("dart", "dart"),
    ("elixir", "elixir"),
    ("erlang", "escript"),
    ("groovy", "groovy"),
    ("haskell", "runghc runhaskell"),
    ("javascript", "node"),
    ("julia", "julia"),
    ("lisp", "sbcl"),
    ("lua", "lua luajit"),
    ("matlab", "octave"),
    ("ml", "ocaml"),
    ("perl", "perl"),
    ("php", "php"),
    ("powershell", "powershell pwsh"),
    ("prolog", "swipl"),
    ("python", "pypy python"),
    ("r", "Rscript"),
    ("ruby", "ruby"),
    ("scheme", "csi guile racket"),
    ("tcl", "tclsh wish"),
];

/// Beginnings of texts, in lower case.
pub(crate) const BEGINNINGS: &[(&str, &str)] = &[
    ("<!doctype html", "html"),
    ("<?php", "php"),
    ("<?xml", "html"),
    ("<html", "html"),
    ("\\documentclass", "latex"),
];

/// Number of different marks that a text must contain. At least one of them has a sign, because the others may be words of
/// a sentence.
const MIN_MARKS: usize = 2;
/// [`MIN_MARKS`] for a file whose name does not say its language.
pub(crate) const CERTAIN_MARKS: usize = 3;
/// [`MIN_MARKS`] for a file whose name says another language, of which it contains no mark.
pub(crate) const CONTRADICTING_MARKS: usize = 5;

/// Smallest share of lines of a program, in percent, that end or begin as lines of prose do not. Lists, tables and
/// sentences with some code have fewer.
const MIN_CODE_LINES: usize = 40;

/// Smallest share of signs such as brackets and operators among the characters of a program. Half of all prose has 2.5 %, half of
/// all programs 10 to 25 %, counted over documentation on Debian and over programs in seven languages.
const MIN_SIGNS: f64 = 0.05;

/// Marks of languages, in lower case. A language comes before those that extend it, so that it wins if both have the same
/// number of marks.
#[rustfmt::skip] // One mark a line would hide the table.
const MARKS: &[(&str, &[&str])] = &[
    ("c", &["#include <std", "int main(", "printf(\"", "scanf(\"", "malloc(", "sizeof(", "struct ",
        "null)", "char *", "int *", "for (int ", "unsigned ", "->", "return 0;"]),
    ("cpp", &["#include <iostream", "#include <vector", "#include <string>", "using namespace", "std::",
        "cout <<", "cin >>", "template <", "template<", "int main(", "vector<", "public:", "private:",
        "nullptr", "for (int ", "endl;", "return 0;", "const auto&"]),
    ("java", &["public class ", "public static void main", "system.out.print", "import java",
        "private final ", "@override", "new scanner(", "public int ", "public void ", "string[] ",
        "throws ", "implements ", "for (int ", "boolean ", ".length()", "private int "]),
    ("csharp", &["using system", "namespace ", "console.write", "console.readline", "static void main(",
        "string[] args", "public class ", "{ get; set; }", "foreach (", "foreach(", "for (int ",
        ".tostring()", "public override "]),
    ("python", &["def ", "elif ", "self.", "if __name__", "print(", "import sys", "from typing",
        "in range(", "__init__", "none:", "lambda ", "\nimport ", "):\n", "else:\n", "input()", "len(",
        "not in "]),
    ("javascript", &["function ", "const ", "let ", "=> {", "console.log", "===", "!==", "document.",
        "require(", "export ", ".foreach(", "undefined", "async ", ".length;"]),
    ("typescript", &["function ", "const ", "let ", "=> {", "console.log", "===", ": string", ": number",
        ": boolean", "interface ", "export ", "readonly ", "as const", "import {"]),
    ("go", &["package main", "func ", "fmt.", ":= range", " := ", "import (", "err != nil", "make(",
        "[]int", "struct {"]),
    ("rust", &["fn ", "let mut ", "println!(", "impl ", "use std::", "pub fn", "&mut ", "&self",
        ".unwrap()", "match ", "-> result", "vec<", "&str", "enum "]),
    ("kotlin", &["fun main(", "fun ", "val ", "println(", "readline()", ": int", ": string",
        "mutablelistof", "data class", "until ", "when ("]),
    ("swift", &["func ", "let ", "var ", "guard let", "if let ", "print(\"", "-> int", ": [int]",
        "readline()", "import foundation", "inout ", "self."]),
    ("ruby", &["def ", "\nend", "puts ", ".each do", "attr_", "elsif ", "require '", " @", " do |",
        "unless ", ".nil?", "#{"]),
    ("php", &["<?php", "echo ", "$this->", "function ", "foreach (", "array(", "isset(", "public function"]),
    ("perl", &["use strict", "my $", "my @", "my %", "sub ", "foreach my", "=~", "@_", "print \""]),
    ("r", &["<- function(", " <- ", "library(", "data.frame", "ggplot(", "c(", "%>%", "print(", "nrow("]),
    ("haskell", &[":: ", "where\n", "import data.", "main = do", "module ", "<- ", "putstrln", "instance ",
        "| otherwise", "deriving "]),
    ("scala", &["object ", "def ", "val ", "println(", "case class", "extends ", " match {",
        "import scala", "case _ =>"]),
    ("pascal", &["program ", "begin\n", "end.", "writeln(", ":= ", "procedure ", "var\n", "readln(",
        ": integer"]),
    ("matlab", &["function ", "end\n", "zeros(", "fprintf(", "disp(", ".*", "elseif ", "length(", "plot("]),
    ("sql", &["select *", "count(", "varchar", "values (", "create table", "insert into", "group by", "order by",
        "primary key", "inner join", "left join", " = '", "distinct "]),
    ("bash", &["#!/bin", "; then", "\nfi", "; do", "\ndone", "echo ", "esac", "$1", "[ -", "[[ "]),
];

/// Returns the language whose marks a text contains most of, or `None` if it is hardly a program.
pub fn guess_language(text: &str) -> Option<&'static Language> {
    by_content(text).or_else(|| guess(text, MIN_MARKS))
}

/// Returns the language of which a text contains the most marks, and at least so many.
pub(crate) fn guess(text: &str, min_marks: usize) -> Option<&'static Language> {
    let head = head(text);
    if share_of_signs(&head) < MIN_SIGNS {
        return None;
    }
    let known = MARKS.iter().filter_map(|(name, marks)| {
        let found: Vec<&str> = marks.iter().copied().filter(|mark| head.contains(mark)).collect();
        let is_enough = found.len() >= min_marks && found.iter().any(|mark| has_sign(mark));
        is_enough.then_some((language(name)?, found.len()))
    });
    // The first of the best wins.
    known.reduce(|best, next| if next.1 > best.1 { next } else { best }).map(|(language, _)| language)
}

/// Returns whether a text contains marks of a language; `None` if there are none in the table.
pub(crate) fn has_marks_of(language: &Language, text: &str) -> Option<bool> {
    let (_, marks) = MARKS.iter().find(|(name, _)| *name == language.name())?;
    let head = head(text);
    Some(marks.iter().any(|mark| head.contains(mark)))
}

/// Returns whether a text looks like a program in some language, known or not.
pub(crate) fn looks_like_program(text: &str) -> bool {
    let head = head(text);
    let lines = || head.lines().map(str::trim).filter(|line| !line.is_empty());
    let code = lines().filter(|line| is_code(line)).count();
    share_of_signs(&head) >= MIN_SIGNS && code * 100 >= lines().count() * MIN_CODE_LINES
}

/// Returns whether a line ends or begins as lines of programs do, or calls or sets something.
fn is_code(line: &str) -> bool {
    let comment = ["//", "/*", "*/", "#", "--", "%", "<"].iter().any(|open| line.starts_with(open));
    let called = line.split_once('(').is_some_and(|(name, rest)| {
        name.ends_with(|last: char| last.is_alphanumeric() || last == '_') && rest.contains(')')
    });
    comment
        || called
        || line.ends_with(['{', '}', ';', '(', '[', ']', '>', '\\'])
        || line.contains(" = ")
        || line.contains(":=")
}

/// Returns the language that a text's first line names, or whose beginning it has.
pub(crate) fn by_content(text: &str) -> Option<&'static Language> {
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

/// Returns the beginning of a text that is examined, in lower case.
pub(crate) fn head(text: &str) -> String {
    text[..text.floor_char_boundary(HEAD_BYTES)].to_lowercase()
}

/// Returns the language beside which a table has this word.
pub(crate) fn listed(table: &[(&str, &str)], word: &str) -> Option<&'static Language> {
    let (name, _) = table.iter().find(|(_, words)| words.split(' ').any(|known| known == word))?;
    language(name)
}

fn share_of_signs(text: &str) -> f64 {
    let (mut signs, mut all) = (0_u32, 1_u32);
    for letter in text.chars().filter(|letter| !letter.is_whitespace()) {
        all += 1;
        signs += u32::from("(){}[];=<>+*&|:\"'$".contains(letter));
    }
    f64::from(signs) / f64::from(all)
}

fn has_sign(mark: &str) -> bool {
    mark.trim().contains(|c: char| !c.is_alphanumeric() && c != ' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_recognized_and_prose_is_not() {
        for (text, expected) in [
            ("#include <stdio.h>\nint main(void) { return 0; }", Some("c")),
            ("void push(struct node *n) { n->next = malloc(sizeof(*n)); }", Some("c")),
            ("#include <iostream>\nusing namespace std;\nint main() { cout << 1; }", Some("cpp")),
            (
                "public class A { public static void main(String[] a) { System.out.println(1); } }",
                Some("java"),
            ),
            (
                "using System;\nclass A { static void Main(string[] args) { Console.WriteLine(1); } }",
                Some("csharp"),
            ),
            (
                "def f(n):\n    if n < 2:\n        return n\n    return f(n - 1)\nprint(f(3))\n",
                Some("python"),
            ),
            ("const f = (a) => {\n  console.log(a === 1);\n};\n", Some("javascript")),
            ("function f(a: string): number { const b: number = 1; return b; }", Some("typescript")),
            ("package main\nimport \"fmt\"\nfunc main() { fmt.Println(1) }", Some("go")),
            ("fn main() {\n    let mut a = 1;\n    println!(\"{a}\");\n}\n", Some("rust")),
            ("fun main() {\n    val a = readLine()!!.toInt()\n    println(a)\n}\n", Some("kotlin")),
            ("main :: IO ()\nmain = do\n  putStrLn \"a\"\n", Some("haskell")),
            ("SELECT a, COUNT(b) FROM c GROUP BY a", Some("sql")),
            ("#!/usr/bin/env ruby\nx", Some("ruby")),
            ("We print the results in a table and discuss them below.", None),
            ("The import of goods from abroad. Let us consider a class of examples.", None),
            ("", None),
        ] {
            let expected = expected.filter(|name| language(name).is_some());
            assert_eq!(guess_language(text).map(Language::name), expected, "{text:?}");
        }
    }

    #[test]
    fn marks_are_lower_case_and_languages_exist() {
        for (name, marks) in MARKS {
            assert!(crate::languages().len() < 20 || language(name).is_some(), "{name}");
            for mark in *marks {
                assert_eq!(*mark, mark.to_lowercase());
            }
        }
    }
}
