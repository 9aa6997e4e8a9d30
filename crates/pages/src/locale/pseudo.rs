//! A pseudo-language for tests: English in other letters. A page in it shows which text does not come from /texts.

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use fluent_syntax::{parser, serializer};

use super::{ENGLISH, Language, Locale, TextFiles};

impl Locale {
    /// Returns English in full-width letters.
    pub(crate) fn pseudo() -> Self {
        let text = TextFiles::get("en.ftl").expect("English is there").data;
        let text = String::from_utf8(text.into_owned()).expect("texts are UTF-8");
        let mut resource = parser::parse(text).expect("it is well-formed");
        for entry in &mut resource.body {
            let Entry::Message(message) = entry else { continue };
            let attributes = message.attributes.iter_mut().map(|attribute| &mut attribute.value);
            message.value.iter_mut().chain(attributes).for_each(widen);
        }
        let language = Language::read(ENGLISH, &serializer::serialize(&resource)).expect("it still is");
        Self(Box::leak(Box::new(language)))
    }
}

fn widen(pattern: &mut Pattern<String>) {
    for element in &mut pattern.elements {
        match element {
            PatternElement::TextElement { value } => *value = value.chars().map(wide).collect(),
            PatternElement::Placeable { expression: Expression::Select { variants, .. } } => {
                for variant in variants {
                    widen(&mut variant.value);
                }
            }
            PatternElement::Placeable { expression: Expression::Inline(inline) } => {
                let plain = matches!(
                    inline,
                    InlineExpression::VariableReference { .. } | InlineExpression::StringLiteral { .. }
                );
                assert!(plain, "messages use names and blanks only");
            }
        }
    }
}

fn wide(letter: char) -> char {
    match letter {
        letter if letter.is_ascii_alphabetic() => {
            char::from_u32(u32::from(letter) + 0xFEE0).expect("each has a full-width form")
        }
        other => other,
    }
}
