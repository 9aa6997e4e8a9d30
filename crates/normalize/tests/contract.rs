//! What every language of the table owes, checked on its sample program. Adding a language means adding a sample.

mod support;

use chaffinch_normalize::{Class, Language, highlight, languages};
use support::{Sample, read, token_value};

fn samples() -> impl Iterator<Item = (&'static Language, Sample)> {
    languages().iter().map(|language| (language, Sample::of(language)))
}

#[test]
fn every_sample_is_read_without_complaint_and_in_its_own_language() {
    for (language, sample) in samples() {
        let stream = read(language, &sample.text);
        assert_eq!(stream.notes, Vec::<String>::new(), "{}", language.name());
        assert_eq!(stream.language, language.name());
        assert_eq!(stream.scheme, language.scheme());
        assert!(stream.values.len() > 200, "{}: {} tokens", language.name(), stream.values.len());
        assert!(stream.statements.len() > 30, "{}: {} statements", language.name(), stream.statements.len());
    }
}

#[test]
fn every_character_is_in_a_token_a_comment_or_layout() {
    for (language, sample) in samples() {
        support::check_coverage(language, &sample.text);
    }
}

#[test]
fn other_names_are_the_same_program() {
    for (language, sample) in samples().filter(|(language, _)| language.name() != "text") {
        let before = read(language, &sample.text);
        let identifier = token_value("identifier");
        let renamed = sample.rewrite(&before, |at, text| {
            // The longest name first, so that no new name is an old one.
            (before.values[at] == identifier).then(|| format!("{}Ä{}", text, text.len()))
        });
        assert_ne!(renamed, sample.text);
        let after = read(language, &renamed);
        assert_eq!(before.values, after.values, "{}", language.name());
        assert_eq!(before.statements, after.statements, "{}", language.name());
        assert_ne!(before.lexical, after.lexical, "{}", language.name());
    }
}

#[test]
fn other_layout_and_comments_are_the_same_program() {
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
fn another_operator_or_keyword_is_another_program() {
    for (language, sample) in samples() {
        let before = read(language, &sample.text);
        let exchanges: &[_] = match language.name() {
            "a8086" => &[("+", "-"), ("add", "sub"), ("jb", "ja"), ("call", "jmp"), ("0", "zero")],
            "ada" => &[("+", "-"), ("<", ">"), ("return", "raise"), ("while", "if"), ("0", "zero")],
            "fortran" => &[("+", "-"), ("<", ">"), ("exit", "cycle"), ("if", "while"), ("0", "zero")],
            "lisp" => &[("+", "-"), ("<", ">"), ("when", "unless"), ("if", "or"), ("0", "zero")],
            "mips" => &[("add", "sub"), ("beq", "bne"), ("jal", "j"), ("lw", "sw"), ("0", "zero")],
            "modula2" => &[("+", "-"), ("<", ">"), ("RETURN", "EXIT"), ("WHILE", "IF"), ("0", "zero")],
            "pascal" => &[("+", "-"), ("<", ">"), ("exit", "break"), ("while", "if"), ("0", "zero")],
            "prolog" => &[("+", "-"), ("<", ">"), (",", ";"), ("is", "="), ("0", "zero")],
            "scheme" => &[("+", "-"), ("<", ">"), ("cond", "case"), ("if", "or"), ("0", "zero")],
            "spice" => &[("*", "/"), ("<", ">"), ("npn", "pnp"), ("pulse", "pwl"), ("0", "zero")],
            "text" => &[("the", "a"), ("of", "to")],
            "vb" => &[("+", "-"), ("<", ">"), ("Return", "Throw"), ("If", "While"), ("0", "zero")],
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
fn what_is_shown_is_in_order_and_of_every_class() {
    for (language, sample) in samples().filter(|(language, _)| language.name() != "text") {
        let shown = highlight(&sample.text, language.name());
        assert!(shown.windows(2).all(|pair| pair[0].0.end <= pair[1].0.start), "{}", language.name());
        for class in [Class::Keyword, Class::Function, Class::Number, Class::String, Class::Comment] {
            assert!(shown.iter().any(|(_, shown)| *shown == class), "{}: no {class:?}", language.name());
        }
    }
}

#[test]
fn a_program_handed_in_as_another_language_of_its_family_gives_the_same_tokens() {
    for (name, other) in
        [("c", "cpp"), ("javascript", "typescript"), ("javascript", "tsx"), ("typescript", "tsx")]
    {
        let [own, other] = [name, other].map(|name| chaffinch_normalize::language(name).unwrap());
        let mut text = Sample::of(own).text;
        if name == "typescript" {
            text = text.replace("<Error>error", "error as Error"); // A tag in JSX.
        }
        assert_eq!(own.scheme(), other.scheme());
        assert_eq!(read(own, &text).values, read(other, &text).values, "{name} as {}", other.name());
    }
}
