//! A message with its arguments. Fluent gets numbers and choices. For any other argument it gets a character in its
//! place, so that no foreign text is ever read as a message or as markup.

use std::fmt;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentMessage, FluentResource, FluentValue};

use super::{Count, Locale, NUMBER, Number};
use crate::escape::push_text;

/// The character in place of the first argument that Fluent does not get. Those of further arguments follow it.
const FIRST_SLOT: u32 = 0xF_0000;

/// A message with its arguments. In a page it is HTML: its text and its arguments are escaped, a script may put numbers
/// into the reader's form, and inserted texts are isolated from the writing direction around them.
#[derive(Debug, Clone)]
pub struct Message {
    locale: Locale,
    key: String,
    arguments: Vec<(&'static str, Argument)>,
}

#[derive(Debug, Clone)]
enum Argument {
    Number(f64),
    Choice(&'static str),
    Figure(Number),
    Message(Message),
    /// An element of HTML with at most one attribute. Without a text of its own, it has the message's attribute with the name
    /// of the argument.
    Element(&'static str, Option<(&'static str, String)>, Option<String>),
}

impl Locale {
    /// Returns a message without arguments. In a page it is finished HTML; for attributes there is [`Message::plain`].
    pub fn say(self, key: impl AsRef<str>) -> Message {
        Message { locale: self, key: key.as_ref().to_owned(), arguments: Vec::new() }
    }
}

impl Message {
    fn with(mut self, name: &'static str, argument: Argument) -> Self {
        self.arguments.push((name, argument));
        self
    }

    /// Adds a number, which also selects the plural form.
    #[must_use]
    pub fn number(self, name: &'static str, number: impl Count) -> Self {
        self.with(name, Argument::Number(number.count()))
    }

    /// Adds a word that only selects a form of the message and is never shown.
    #[must_use]
    pub fn choice(self, name: &'static str, value: &'static str) -> Self {
        self.with(name, Argument::Choice(value))
    }

    /// Adds a foreign text: a name, a path, a title.
    #[must_use]
    pub fn text(self, name: &'static str, text: impl fmt::Display) -> Self {
        self.with(name, Argument::Element("bdi", None, Some(text.to_string())))
    }

    /// Adds a number that was rounded for people, as [`Locale::figure`] takes it.
    #[must_use]
    pub fn figure(self, name: &'static str, shown: impl fmt::Display) -> Self {
        let figure = self.locale.figure(shown);
        self.with(name, Argument::Figure(figure))
    }

    /// Adds another message.
    #[must_use]
    pub fn words(self, name: &'static str, message: &Self) -> Self {
        self.with(name, Argument::Message(message.clone()))
    }

    /// Adds a key of the keyboard.
    #[must_use]
    pub fn key(self, name: &'static str, text: impl fmt::Display) -> Self {
        self.with(name, Argument::Element("kbd", None, Some(text.to_string())))
    }

    /// Adds something to type.
    #[must_use]
    pub fn code(self, name: &'static str, text: impl fmt::Display) -> Self {
        self.with(name, Argument::Element("code", None, Some(text.to_string())))
    }

    /// Adds a link. Its text is the message's attribute of this name.
    #[must_use]
    pub fn link(self, name: &'static str, href: impl fmt::Display) -> Self {
        self.with(name, Argument::Element("a", Some(("href", href.to_string())), None))
    }

    /// Adds strong text: the message's attribute of this name.
    #[must_use]
    pub fn strong(self, name: &'static str) -> Self {
        self.with(name, Argument::Element("strong", None, None))
    }

    /// Adds a point in time, for programs (RFC 3339) and for people.
    #[must_use]
    pub fn time(self, name: &'static str, exact: impl fmt::Display, shown: impl fmt::Display) -> Self {
        let exact = Some(("datetime", exact.to_string()));
        self.with(name, Argument::Element("time", exact, Some(shown.to_string())))
    }

    /// Returns text without markup: for attributes, titles and scripts. Callers that write it into HTML must escape it.
    pub fn plain(&self) -> String {
        let mut plain = String::new();
        self.write(&self.fluent_text(None), &mut plain, false);
        plain
    }

    /// Returns what Fluent makes of the message or of one of its attributes, with marks in place of arguments.
    fn fluent_text(&self, attribute: Option<&str>) -> String {
        let bundle = &self.locale.0.bundle;
        let find = |bundle: &'static FluentBundle<FluentResource>| {
            bundle.get_message(&self.key).and_then(|message: FluentMessage<'static>| match attribute {
                None => message.value(),
                Some(name) => message.get_attribute(name).map(|attribute| attribute.value()),
            })
        };
        // A language may lack new messages. English has all of them, as a test checks.
        let english = &Locale::english().0.bundle;
        let found = find(bundle).map(|pattern| (bundle, pattern));
        let Some((bundle, pattern)) = found.or_else(|| find(english).map(|pattern| (english, pattern)))
        else {
            debug_assert!(false, "/texts has no {} {attribute:?}", self.key);
            return self.key.clone();
        };
        let mut arguments = FluentArgs::with_capacity(self.arguments.len());
        for ((name, argument), slot) in self.arguments.iter().zip(FIRST_SLOT..) {
            let value = match argument {
                Argument::Number(number) => FluentValue::from(*number),
                Argument::Choice(value) => FluentValue::from(*value),
                _ => FluentValue::from(char::from_u32(slot).expect("a few private characters").to_string()),
            };
            arguments.set(*name, value);
        }
        let mut errors = Vec::new();
        let text = bundle.format_pattern(pattern, Some(&arguments), &mut errors).into_owned();
        debug_assert!(errors.is_empty(), "{}: {errors:?}", self.key);
        text
    }

    fn write(&self, formatted: &str, into: &mut String, html: bool) {
        let push =
            |into: &mut String, text: &str| if html { push_text(into, text) } else { into.push_str(text) };
        let marked = |character: char| character == NUMBER || self.slot(character).is_some();
        let mut rest = formatted;
        while let Some(at) = rest.find(marked) {
            push(into, &rest[..at]);
            let mark = rest[at..].chars().next().expect("it was found");
            rest = &rest[at + mark.len_utf8()..];
            if let Some((name, argument)) = self.slot(mark) {
                self.write_argument(name, argument, into, html);
            } else if let Some((digits, after)) = rest.split_once(NUMBER) {
                rest = after;
                let figure = self.locale.figure(digits);
                into.push_str(&if html { figure.to_string() } else { figure.plain() });
            }
        }
        push(into, rest);
    }

    fn slot(&self, character: char) -> Option<&(&'static str, Argument)> {
        self.arguments.get(u32::from(character).checked_sub(FIRST_SLOT)? as usize)
    }

    fn write_argument(&self, name: &str, argument: &Argument, into: &mut String, html: bool) {
        let (element, attribute, text) = match argument {
            Argument::Figure(figure) => {
                return into.push_str(&if html { figure.to_string() } else { figure.plain() });
            }
            Argument::Message(message) => {
                return message.write(&message.fluent_text(None), into, html);
            }
            Argument::Element(element, attribute, text) => (*element, attribute, text),
            Argument::Number(_) | Argument::Choice(_) => unreachable!("Fluent writes these"),
        };
        if html {
            into.extend(["<", element]);
            if let Some((attribute, value)) = attribute {
                let value = value.replace('&', "&amp;").replace('"', "&quot;");
                into.extend([" ", attribute, "=\"", &value, "\""]);
            }
            into.push('>');
        }
        match text {
            Some(text) if html => push_text(into, text),
            Some(text) => into.push_str(text),
            None => self.write(&self.fluent_text(Some(name)), into, html),
        }
        if html {
            into.extend(["</", element, ">"]);
        }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut html = String::new();
        self.write(&self.fluent_text(None), &mut html, true);
        f.write_str(&html)
    }
}

impl askama::filters::HtmlSafe for Message {}

impl From<Message> for String {
    /// Returns [`Message::plain`].
    fn from(message: Message) -> Self {
        message.plain()
    }
}
