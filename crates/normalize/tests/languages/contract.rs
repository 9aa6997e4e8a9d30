//! What every language must fulfil, checked on its sample program. A new language needs a sample.

use crate::support::{Sample, is_prose, read, token_value};
use chaffinch_normalize::{Class, Language, highlight, languages};

fn samples() -> impl Iterator<Item = (&'static Language, Sample)> {
    languages().iter().map(|language| (language, Sample::of(language)))
}

#[test]
fn every_sample_is_read_without_notes_and_in_its_own_language() {
    for (language, sample) in samples() {
        let stream = read(language, &sample.text);
        assert_eq!(stream.notes, Vec::<String>::new(), "{}", language.name());
        assert_eq!(stream.language, language.name());
        let lines = if is_prose(language) { 50 } else { 200 };
        assert!(sample.text.lines().count() >= lines, "{}", language.name());
        assert_eq!(stream.scheme, language.scheme());
        assert!(stream.values.len() > 200, "{}: {} tokens", language.name(), stream.values.len());
        assert!(stream.statements.len() > 30, "{}: {} statements", language.name(), stream.statements.len());
    }
}

#[test]
fn every_character_is_in_a_token_a_comment_or_layout() {
    for (language, sample) in samples() {
        crate::support::check_coverage(language, &sample.text);
    }
}

#[test]
fn renaming_changes_nothing() {
    for (language, sample) in samples().filter(|(language, _)| !is_prose(language)) {
        let before = read(language, &sample.text);
        let identifier = token_value("identifier");
        // Names of some languages are ASCII; Ruby's grammar reads no others before a `!`.
        let ascii = ["bash", "elixir", "html", "ruby", "sql", "verilog"].contains(&language.name());
        let letter = if ascii { 'z' } else { 'Ä' };
        let renamed = sample.rewrite(&before, |at, text| {
            // Names in Ruby and Julia may end in a mark.
            let (name, mark) = text.split_at(text.trim_end_matches(['?', '!']).len());
            // The name contains its length, so that no new name equals an old one.
            (before.values[at] == identifier).then(|| format!("{name}{letter}{}{mark}", text.len()))
        });
        assert_ne!(renamed, sample.text);
        let after = read(language, &renamed);
        assert_eq!(before.values, after.values, "{}", language.name());
        assert_eq!(before.statements, after.statements, "{}", language.name());
        assert_ne!(before.lexical, after.lexical, "{}", language.name());
    }
}

#[test]
fn capitals_change_nothing_where_the_language_ignores_them() {
    for (language, sample) in samples().filter(|(language, _)| language.ignores_case()) {
        let before = read(language, &sample.text);
        let [name, string, character] = ["identifier", "string", "character"].map(token_value);
        // The names in these are told apart, and so are those of scripts in HTML.
        let names_differ = ["html", "mips", "php"].contains(&language.name());
        let capitals = sample.rewrite(&before, |at, text| {
            let is_text = [string, character].contains(&before.values[at]);
            let other = if text.bytes().any(|byte| byte.is_ascii_lowercase()) {
                text.to_ascii_uppercase()
            } else {
                text.to_ascii_lowercase()
            };
            (!is_text && (before.values[at] != name || !names_differ)).then_some(other)
        });
        assert_ne!(capitals, sample.text);
        let after = read(language, &capitals);
        assert_eq!(before.values, after.values, "{}", language.name());
        assert_eq!(before.texts, after.texts, "{}", language.name());
        assert_eq!(before.statements, after.statements, "{}", language.name());
        assert_eq!(before.lexical, after.lexical, "{}", language.name());
    }
}

#[test]
fn capitals_make_other_names_and_other_strings() {
    for (language_name, one, other) in [
        ("c", "int total = 1;", "int Total = 1;"),
        ("php", "<?php $total = 1;", "<?php $Total = 1;"),
        ("sql", "SELECT a FROM b WHERE c = 'x';", "SELECT a FROM b WHERE c = 'X';"),
        ("pascal", "writeln('x');", "writeln('X');"),
    ] {
        let language = chaffinch_normalize::language(language_name).unwrap();
        let [one, other] = [one, other].map(|text| read(language, text));
        assert_eq!(one.values, other.values, "{language_name}");
        assert_ne!(one.texts, other.texts, "{language_name}");
        assert_ne!(one.lexical, other.lexical, "{language_name}");
    }
}

#[test]
fn layout_and_comments_change_nothing() {
    for (language, sample) in samples() {
        let before = read(language, &sample.text);
        let spread = sample.spread(language, &before);
        assert_ne!(spread, sample.text);
        let after = read(language, &spread);
        assert_eq!(before.values, after.values, "{}", language.name());
        assert_eq!(before.lexical, after.lexical, "{}", language.name());
        assert_eq!(before.statements, after.statements, "{}", language.name());
    }
}

#[test]
fn another_operator_or_keyword_changes_the_tokens() {
    for (language, sample) in samples() {
        let before = read(language, &sample.text);
        let exchanges: &[_] = match language.name() {
            "a8086" => &[("+", "-"), ("add", "sub"), ("jb", "ja"), ("call", "jmp"), ("0", "zero")],
            "ada" | "program" => {
                &[("+", "-"), ("<", ">"), ("return", "raise"), ("while", "if"), ("0", "zero")]
            }
            "assembly" => {
                &[("addq", "subq"), ("jmp", "call"), ("bl", "b"), ("ecall", "ebreak"), ("0", "zero")]
            }
            "clojure" => &[("+", "-"), ("<", ">"), ("when", "when-not"), ("if", "or"), ("0", "zero")],
            "cobol" => &[("+", "-"), ("<", ">"), ("ADD", "SUBTRACT"), ("IF", "WHEN"), ("0", "NULL")],
            "coq" => &[("+", "-"), ("<", ">"), ("intros", "simpl"), ("Lemma", "Check"), ("0", "zero")],
            "css" => &[("+", "-"), (">", "<"), ("margin", "padding"), ("@media", "@if"), ("0", "zero")],
            "elm" => &[("+", "-"), ("<", ">"), ("of", "then"), ("if", "case"), ("0", "zero")],
            "erlang" => &[("+", "-"), ("<", ">"), ("of", "after"), ("if", "receive"), ("0", "zero")],
            "fsharp" | "ml" => &[("+", "-"), ("<", ">"), ("match", "try"), ("if", "while"), ("0", "zero")],
            "glsl" => &[("+", "-"), ("<", ">"), ("return", "discard"), ("if", "while"), ("0", "zero")],
            "json" => &[("name", "title"), ("true", "false")],
            "latex" => &[("the", "a"), ("section", "chapter")],
            "lean" => &[("+", "-"), ("<", ">"), ("intro", "cases"), ("theorem", "def"), ("0", "zero")],
            "llvm" => &[("add", "sub"), ("slt", "sgt"), ("ret", "br"), ("load", "store"), ("0", "zero")],
            "smalltalk" => &[("+", "-"), ("<", ">"), ("ifTrue", "ifFalse"), ("^", "!"), ("0", "zero")],
            "modelica" => &[("+", "-"), ("<", ">"), ("der", "pre"), ("if", "when"), ("0", "zero")],
            "solidity" => &[("+", "-"), ("<", ">"), ("returns", "view"), ("if", "while"), ("0", "zero")],
            "yaml" => &[("image", "build"), ("steps", "jobs"), (":", ","), ("0", "zero")],
            "elixir" => &[("+", "-"), ("<", ">"), ("def", "defp"), ("if", "unless"), ("0", "zero")],
            "fortran" => &[("+", "-"), ("<", ">"), ("exit", "cycle"), ("if", "while"), ("0", "zero")],
            "haskell" => &[("+", "-"), ("<", ">"), ("where", "of"), ("if", "case"), ("0", "zero")],
            "hcl" => &[("+", "-"), ("<", ">"), ("resource", "data"), ("count", "for_each"), ("0", "zero")],
            "html" => &[("div", "span"), ("class", "id"), ("+", "-"), ("return", "break"), ("0", "zero")],
            "lisp" => &[("+", "-"), ("<", ">"), ("when", "unless"), ("if", "or"), ("0", "zero")],
            "mips" => &[("add", "sub"), ("beq", "bne"), ("jal", "j"), ("lw", "sw"), ("0", "zero")],
            "modula2" => &[("+", "-"), ("<", ">"), ("RETURN", "EXIT"), ("WHILE", "IF"), ("0", "zero")],
            "pascal" => &[("+", "-"), ("<", ">"), ("exit", "break"), ("while", "if"), ("0", "zero")],
            "powershell" => &[("+", "-"), ("-lt", "-gt"), ("return", "exit"), ("if", "while"), ("0", "zero")],
            "prolog" => &[("+", "-"), ("<", ">"), (",", ";"), ("is", "="), ("0", "zero")],
            "scheme" => &[("+", "-"), ("<", ">"), ("cond", "case"), ("if", "or"), ("0", "zero")],
            "spice" => &[("*", "/"), ("<", ">"), ("npn", "pnp"), ("pulse", "pwl"), ("0", "zero")],
            "sql" => &[("+", "-"), ("<", ">"), ("SELECT", "DELETE"), ("AND", "OR"), ("0", "zero")],
            "text" => &[("the", "a"), ("of", "to")],
            "vb" => &[("+", "-"), ("<", ">"), ("Return", "Throw"), ("If", "While"), ("0", "zero")],
            "verilog" => &[("+", "-"), ("<", ">"), ("posedge", "negedge"), ("if", "while"), ("0", "zero")],
            "vue" => &[("+", "-"), ("<", ">"), ("return", "throw"), ("if", "while"), ("0", "zero")],
            "vhdl" => &[("+", "-"), ("<", ">"), ("and", "or"), ("if", "while"), ("0", "zero")],
            _ => &[("+", "-"), ("<", ">"), ("return", "break"), ("if", "while"), ("0", "zero")],
        };
        for (old, new) in exchanges {
            let mut found = 0;
            for changed in 0..before.values.len() {
                if sample.token(&before, changed) == *old {
                    let text = sample.rewrite(&before, |at, _| (at == changed).then(|| (*new).to_owned()));
                    assert_ne!(before.values, read(language, &text).values, "{}: {old}", language.name());
                    found += 1;
                }
            }
            assert!(found > 0, "the sample of {} has no {old}", language.name());
        }
    }
}

#[test]
fn another_order_of_statements_changes_the_tokens() {
    for (language, sample) in samples() {
        let before = read(language, &sample.text);
        let statements =
            || before.statements.windows(3).map(|at| [at[0], at[1], at[2]].map(|at| at as usize));
        let mut exchanged = 0;
        for [one, two, end] in statements().filter(|[one, two, end]| two - one > 3 && end - two > 3) {
            if before.values[one..two] == before.values[two..end] {
                continue;
            }
            let text = |from: usize, to: usize| {
                &sample.text[before.spans[from].start as usize..before.spans[to - 1].end as usize]
            };
            let between = &sample.text[before.spans[two - 1].end as usize..before.spans[two].start as usize];
            let text = [
                &sample.text[..before.spans[one].start as usize],
                text(two, end),
                between,
                text(one, two),
                &sample.text[before.spans[end - 1].end as usize..],
            ];
            assert_ne!(before.values, read(language, &text.concat()).values, "{}", language.name());
            exchanged += 1;
        }
        assert!(exchanged > 5, "{}: {exchanged}", language.name());
    }
}

#[test]
fn highlighting_is_in_order_and_has_every_class() {
    for (language, sample) in samples().filter(|(language, _)| !is_prose(language)) {
        let highlighted = highlight(&sample.text, language.name());
        assert!(highlighted.windows(2).all(|pair| pair[0].0.end <= pair[1].0.start), "{}", language.name());
        for class in [Class::Keyword, Class::Function, Class::Number, Class::String, Class::Comment] {
            assert!(
                highlighted.iter().any(|(_, highlighted)| *highlighted == class),
                "{}: no {class:?}",
                language.name()
            );
        }
    }
}

#[test]
fn languages_of_one_family_give_the_same_tokens() {
    for (name, other) in [
        ("c", "cpp"),
        ("cpp", "cuda"),
        ("javascript", "typescript"),
        ("javascript", "tsx"),
        ("typescript", "tsx"),
    ] {
        let [own, other] = [name, other].map(|name| chaffinch_normalize::language(name).unwrap());
        let mut text = Sample::of(own).text;
        if name == "typescript" {
            text = text.replace("<Error>error", "error as Error"); // A tag in JSX.
        }
        assert_eq!(own.scheme(), other.scheme());
        assert_eq!(read(own, &text).values, read(other, &text).values, "{name} as {}", other.name());
    }
}
