//! Tests.

use chaffinch_submission::Notebook;

use super::*;
use crate::guess::{BEGINNINGS, INTERPRETERS};

fn file(path: &str, text: &str) -> SourceFile {
    SourceFile::plain(path, text)
}

fn check(path: &str, text: &str, expected: &str) {
    // Languages that this table names and the build leaves out are `text`.
    let expected = language(expected).map_or("text", Language::name);
    assert_eq!(read_as(&file(path, text)).language.name(), expected, "{path}: {text:?}");
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
        ("main.dart", "dart"),
        ("build.gradle", "groovy"),
        ("Jenkinsfile", "groovy"),
        ("a.erl", "erlang"),
        ("core.cljs", "clojure"),
        ("a.zig", "zig"),
        ("Token.sol", "solidity"),
        ("Main.elm", "elm"),
        ("Tank.mo", "modelica"),
        ("player.gd", "gdscript"),
        ("PAY.CBL", "cobol"),
        ("a.ps1", "powershell"),
        ("kernel.cu", "cuda"),
        ("report.tex", "latex"),
        ("docker-compose.yml", "yaml"),
        ("a.scss", "css"),
        ("a.fsx", "fsharp"),
        ("a.frag", "glsl"),
        ("a.lean", "lean"),
        ("a.awk", "awk"),
        ("a.d", "d"),
        ("a.ll", "llvm"),
        ("a.st", "smalltalk"),
        ("a.nim", "nim"),
        ("package.json", "json"),
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
        ("View.m", "#import <Foundation/Foundation.h>\n@implementation View", "objc"),
        ("log.pl", "use strict;\nmy $x = 1;", "perl"),
        ("family.pl", "parent(a, b).\nf(X) :- parent(X, _).", "prolog"),
        ("alu.v", "module alu(input a); assign b = a; endmodule", "verilog"),
        ("proof.v", "Theorem a : True. Proof. trivial. Qed.", "coq"),
        ("proof.v", "(* numbers *)\nRequire Import Arith.\nDefinition double (n : nat) := n + n.", "coq"),
        ("View.mm", "int f() { return 0; }", "objc"),
        ("List.h", "#import <Foundation/Foundation.h>\n@interface List : NSObject\n@end", "objc"),
        ("light.fs", "#version 330\nuniform vec3 eye;\nvoid main() { gl_FragColor = vec4(1); }", "glsl"),
        ("List.fs", "module List\nlet head (a :: _) = a", "fsharp"),
        ("game.pde", "void setup() { size(640, 480); }", "processing"),
        ("blink.pde", "void setup() { pinMode(13, OUTPUT); Serial.begin(9600); }", "cpp"),
        ("blink.ino", "void setup() { pinMode(13, OUTPUT); }", "cpp"),
        ("report.cls", "\\ProvidesClass{report}\n\\newcommand{\\a}{b}", "latex"),
        ("sort.p", "program sort; begin x := 1 end.", "pascal"),
        ("sort.p", "a :- b.\nc :- d.", "prolog"),
        ("sum.asm", "main: li $v0, 5\n syscall", "mips"),
        ("sum.s", "  .globl main\nmain: addi $t0, $t0, 1", "mips"),
        ("sum.asm", " mov ax, 1\n int 21h", "a8086"),
        ("sum.asm", "section .text\n_start: mov rax, 60\n xor rdi, rdi\n syscall", "a8086"),
        (
            "sum.s",
            "\t.globl main\nmain:\n\tpushq %rbp\n\tmovq %rsp, %rbp\n\tmovl $a, %eax\n\tret",
            "assembly",
        ),
        ("sum.S", "sum:\n\tldr r1, [r0], #4\n\tadd r2, r2, r1\n\tbx lr", "assembly"),
        ("sum.s", ".global sum\nsum: mov x2, #0\n ldr w3, [x0]\n ret", "assembly"),
        ("sum.s", ".globl main\nmain: addi sp, sp, -16\n li a7, 93\n ecall", "assembly"),
        ("sum.asm", ".globl main\nmain:\n li a0, 1\n addi a0, a0, 1\n li a7, 10\n ecall", "assembly"),
        ("blink.asm", "start: ldi r16, 255\n out 4, r16\n rjmp start", "assembly"),
        ("sum.asm", " lda #$01\n sta $0200\n jsr print\n rts", "assembly"),
        ("sum.asm", " section .data\n text db \"a\", 10\n section .text\n mov eax, 4\n int 0x80", "a8086"),
        ("empty.s", "", "assembly"),
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
        ("#!/usr/bin/awk -f\n", "awk"),
        ("#!/usr/bin/env pwsh\n", "powershell"),
        ("#!/usr/bin/env escript\n", "erlang"),
        ("#!/usr/bin/env bb\n", "clojure"),
        ("\\documentclass{article}", "latex"),
        ("#!/usr/bin/unheard\n", "text"),
        ("#!", "text"),
        ("\n <?php echo 1;", "php"),
        ("<!DOCTYPE HTML>", "html"),
        ("<?xml version='1.0'?>", "html"),
        ("int main() {}", "program"),
        ("é", "text"),
    ] {
        check("submission", text, expected);
    }
}

/// Programs that each have a name that says nothing, too little, or the wrong language, and essays that have one.
#[test]
fn what_a_name_hides_is_read_by_content_with_a_note() {
    let c = "#include <stdio.h>\n#include <stdlib.h>\n\nint main(void) {\n    int *a = malloc(4 * sizeof(int));\n    \
             for (int i = 0; i < 4; i++) {\n        a[i] = i;\n    }\n    printf(\"%d\\n\", a[0]);\n    return 0;\n}\n";
    let python = "import sys\n\ndef mean(values):\n    if len(values) == 0:\n        return None\n    return sum(values) / \
                  len(values)\n\nfor line in sys.stdin:\n    print(mean([int(x) for x in line.split()]))\n";
    let unheard = "to sort :items {\n  repeat n(:items) [ make x item(n) ]\n  output x;\n}\nsort(:all);\n";
    let essay = "The author says that copying is older than printing (Eco, 1980). We agree; but\nonly in part.\n\nFor \
                 example, int main() is the same in every program = nobody owns it.\nThat is all we can say here.\n";
    for (path, text, expected, noted) in [
        ("main.c.txt", c, "c", true),
        ("main.c.bak", c, "c", true),
        ("main", c, "c", true),
        ("main.txt", c, "c", true),
        ("Assignment1", python, "python", true),
        ("solution.py.txt", python, "python", true),
        ("solution.xyz", python, "python", true),
        ("Main.java", python, "python", true),
        ("main.c", c, "c", false),
        ("a.unheard", unheard, "program", true),
        ("task.txt", unheard, "program", true),
        ("notes.txt", essay, "text", false),
        ("notes", essay, "text", false),
        ("notes.c.txt", essay, "text", false),
        ("README.md", c, "text", false),
        ("data.csv", "a,b\n1,2\n\"x\",3\n", "text", false),
    ] {
        let found = read_as(&file(path, text));
        assert_eq!(found.language.name(), expected, "{path}");
        assert_eq!(found.note.is_some(), noted, "{path}: {:?}", found.note);
    }
}

#[test]
fn a_notebook_decides_the_language_of_its_cells() {
    for (named, expected) in [(None, "python"), (Some("C++"), "cpp"), (Some("unheard"), "python")] {
        let notebook = Notebook { cells: vec![0], language: named.map(str::to_owned) };
        let file = SourceFile { notebook: Some(notebook), ..file("a.ipynb", "x = 1") };
        assert_eq!(read_as(&file).language.name(), expected);
    }
}

#[test]
fn the_tables_are_in_order_and_lower_case() {
    let sorted = |names: Vec<&str>| assert!(names.is_sorted_by_key(|name| name.to_lowercase()), "{names:?}");
    sorted(NAMES.iter().map(|row| row.0).collect());
    sorted(SHARED_ENDINGS.iter().map(|row| row.0).collect());
    sorted(INTERPRETERS.iter().map(|row| row.0).collect());
    let marks = SHARED_ENDINGS.iter().flat_map(|row| row.1).flat_map(|claim| claim.1);
    for mark in marks.chain(BEGINNINGS.iter().map(|row| &row.0)) {
        assert_eq!(*mark, mark.to_lowercase());
    }
}
