//! Messages become HTML and text. The keys in pages and in /texts are the same.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use fluent_bundle::FluentResource;
use fluent_syntax::ast::{Expression, InlineExpression, Pattern, PatternElement};

use super::{LANGUAGES, Language, Locale, TextFiles};

const SAMPLE: &str = "
plain = Two < three
count = { $count ->
    [one] { $count } match
   *[other] { $count } matches
 } in { $path }
linked = Read { $link } first, { $word }.
    .link = the { $count } rules
    .word = please
side = { $side ->
    [left] Left
   *[right] Right
 }
when = Made { $time }, see { $report } or { $command }
nested = Until { $when }, { $figure } at most: { $key }
";

fn sample() -> Locale {
    let language = Language::read("en", SAMPLE).expect("it is well-formed");
    Locale(Box::leak(Box::new(language)))
}

#[test]
fn messages_and_arguments_are_escaped() {
    let words = sample();
    let html = |message: super::Message| message.to_string();
    assert_eq!(html(words.say("plain")), "Two &lt; three");
    assert_eq!(
        html(words.say("count").number("count", 1).text("path", "<b>\u{202E}\".c")),
        "1 match in <bdi>&lt;b&gt;<span class=\"control\">\\u{202E}</span>&quot;.c</bdi>"
    );
    assert_eq!(
        html(words.say("linked").link("link", "/a?b&\"c").number("count", 2000_u32).strong("word")),
        "Read <a href=\"/a?b&amp;&quot;c\">the <data value=\"2000\">2000</data> rules</a> first, \
         <strong>please</strong>."
    );
    assert_eq!(html(words.say("side").choice("side", "left")), "Left");
    assert_eq!(
        html(
            words
                .say("when")
                .time("time", "2024-01-02T03:04:05Z", "2024-01-02 03:04 UTC")
                .text("report", "<i>")
                .code("command", "a & b")
        ),
        "Made <time datetime=\"2024-01-02T03:04:05Z\">2024-01-02 03:04 UTC</time>, see \
         <bdi>&lt;i&gt;</bdi> or <code>a &amp; b</code>"
    );
    let nested =
        words.say("nested").words("when", &words.say("plain")).figure("figure", "< 0.1").key("key", "n");
    assert_eq!(
        html(nested.clone()),
        "Until Two &lt; three, &lt; <data value=\"0.1\">0.1</data> at most: <kbd>n</kbd>"
    );
    assert_eq!(nested.plain(), "Until Two < three, < 0.1 at most: n");
}

#[test]
fn plain_text_has_no_markup() {
    let words = sample();
    assert_eq!(words.say("count").number("count", 0).text("path", "<b>").plain(), "0 matches in <b>");
    assert_eq!(words.say("count").number("count", 1_u64).text("path", "x").plain(), "1 match in x");
    let linked = words.say("linked").link("link", "/").number("count", 1234).strong("word");
    assert_eq!(linked.plain(), "Read the 1234 rules first, please.");
}

#[test]
fn arguments_are_never_read_as_messages() {
    let hostile = "{ $count } \u{F8FF}7\u{F8FF} \u{F0000}";
    let message = sample().say("count").number("count", 2).text("path", hostile);
    assert_eq!(message.plain(), format!("2 matches in {hostile}"));
}

#[test]
fn numbers_are_digits_that_a_script_may_rewrite() {
    let shown = |number: f64| Locale::english().number(number).to_string();
    assert_eq!(shown(999.0), "999");
    assert_eq!(shown(1000.0), "<data value=\"1000\">1000</data>");
    assert_eq!(shown(0.5), "<data value=\"0.5\">0.5</data>");
    let german = Locale::from_tag("de").expect("there are German texts");
    assert_eq!(german.figure("< 0.1").to_string(), "&lt; <data value=\"0.1\">0,1</data>");
    assert_eq!(german.say("about").figure("number", "0.5").plain(), "etwa 0,5");
}

#[test]
fn a_reader_gets_an_available_language() {
    for accepted in ["", "en", "en-GB,de;q=0.5", "xx", "xx;q=1, en;q=0.2", ";;,q=", "*"] {
        assert_eq!(Locale::preferred(accepted).tag(), "en", "{accepted}");
    }
}

/// Returns the keys of a file, and those of attributes as `key.attribute`.
fn keys(text: &str) -> BTreeSet<String> {
    use fluent_syntax::ast::Entry;
    let resource = FluentResource::try_new(text.to_owned()).expect("it is well-formed");
    let mut keys = BTreeSet::new();
    for entry in resource.entries() {
        let Entry::Message(message) = entry else { continue };
        assert!(keys.insert(message.id.name.to_owned()), "{} stands twice", message.id.name);
        for attribute in &message.attributes {
            keys.insert(format!("{}.{}", message.id.name, attribute.id.name));
        }
    }
    keys
}

fn texts() -> Vec<(String, String)> {
    let text = |name: &str| String::from_utf8(TextFiles::get(name).expect("listed").data.into_owned());
    TextFiles::iter().map(|name| (name.to_string(), text(&name).expect("texts are UTF-8"))).collect()
}

/// The variables of every message and attribute, by key.
fn variables(text: &str) -> BTreeMap<String, BTreeSet<String>> {
    use fluent_syntax::ast::Entry;
    let resource = fluent_syntax::parser::parse(text).expect("it is well-formed");
    let mut variables = BTreeMap::new();
    for entry in &resource.body {
        let Entry::Message(message) = entry else { continue };
        let attributes = message.attributes.iter().map(|part| (Some(part.id.name), &part.value));
        for (attribute, pattern) in message.value.iter().map(|value| (None, value)).chain(attributes) {
            let key = attribute
                .map_or_else(|| message.id.name.to_owned(), |of| format!("{}.{of}", message.id.name));
            let mut found = BTreeSet::new();
            collect(pattern, &mut found);
            variables.insert(key, found);
        }
    }
    variables
}

fn collect(pattern: &Pattern<&str>, found: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        let PatternElement::Placeable { expression } = element else { continue };
        let (Expression::Inline(selector) | Expression::Select { selector, .. }) = expression;
        if let InlineExpression::VariableReference { id } = selector {
            found.insert(id.name.to_owned());
        }
        if let Expression::Select { variants, .. } = expression {
            for variant in variants {
                collect(&variant.value, found);
            }
        }
    }
}

#[test]
fn every_language_has_the_same_messages() {
    assert_eq!(LANGUAGES[0].tag, "en");
    let english = variables(&texts().into_iter().find(|(name, _)| name == "en.ftl").expect("it is there").1);
    for (name, text) in texts() {
        let tag = name.strip_suffix(".ftl").expect("only texts stand in /texts");
        Language::read(tag, &text).expect("it is well-formed");
        let here = variables(&text);
        let missing: Vec<_> = english.keys().filter(|key| !here.contains_key(*key)).collect();
        let unknown: Vec<_> = here.keys().filter(|key| !english.contains_key(*key)).collect();
        let differ: Vec<_> =
            here.iter().filter(|(key, of)| english.get(*key).is_some_and(|e| e != *of)).collect();
        assert!(missing.is_empty(), "{name} lacks: {missing:#?}");
        assert!(unknown.is_empty(), "{name} has keys that English lacks: {unknown:#?}");
        assert!(differ.is_empty(), "{name} uses other variables than English: {differ:#?}");
    }
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be listed").path();
        // Tests use keys of their own.
        if path.is_dir() && !path.ends_with("tests") {
            files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "html" || ending == "rs")
            && !path.ends_with("tests.rs")
        {
            found.push(path);
        }
    }
}

/// Returns templates and the code that fills them.
fn pages() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    for folder in ["templates", "crates/pages/src", "crates/web/src", "crates/cli/src"] {
        files(&root.join(folder), &mut found);
    }
    found.into_iter().map(|path| (path.clone(), fs::read_to_string(path).expect("it is text"))).collect()
}

/// Returns the text between quotes after each `before`.
fn quoted_after<'t>(text: &'t str, before: &'t str) -> impl Iterator<Item = &'t str> {
    text.split(before).skip(1).filter_map(|after| after.strip_prefix('"')?.split('"').next())
}

#[test]
fn pages_use_only_existing_messages() {
    let english = keys(&texts().into_iter().find(|(name, _)| name == "en.ftl").expect("it is there").1);
    let mut missing = Vec::new();
    for (path, text) in pages() {
        // What the command line writes to standard error is not text of pages.
        for key in quoted_after(&text.replace("diagnostics.say(", ""), "say(") {
            let is_known = match key.split_once('{') {
                Some((family, _)) => english.iter().any(|known| known.starts_with(family)),
                None => english.contains(key),
            };
            if !is_known {
                missing.push(format!("{}: {key}", path.display()));
            }
        }
    }
    assert!(missing.is_empty(), "/texts/en.ftl lacks: {missing:#?}");
}

#[test]
fn every_message_is_used() {
    let all: String = pages().into_iter().map(|(_, text)| text).collect();
    let quoted: BTreeSet<&str> = all.split('"').collect();
    let english = keys(&texts().into_iter().find(|(name, _)| name == "en.ftl").expect("it is there").1);
    // Some keys are made of values: `audit-{}` of the action, `number-{}-why` of a number.
    let families: Vec<(&str, &str)> = (quoted.iter())
        .filter_map(|text| {
            let (start, rest) = text.split_once('{')?;
            Some((start, rest.split_once('}')?.1)).filter(|_| start.ends_with('-'))
        })
        .collect();
    let is_of = |part: &str, (start, end): &(&str, &str)| part.starts_with(start) && part.ends_with(end);
    let said = |part: &str| quoted.contains(part) || families.iter().any(|family| is_of(part, family));
    let unused: Vec<_> = english.iter().filter(|key| !key.split('.').all(said)).collect();
    assert!(unused.is_empty(), "nothing says: {unused:#?}");
}

#[test]
fn attributes_get_text_without_markup() {
    for (path, text) in pages().iter().filter(|(path, _)| path.extension().is_some_and(|e| e == "html")) {
        for value in text.split("=\"{{").skip(1).filter_map(|after| after.split("}}").next()) {
            let plain = !value.contains("words.say(") || value.contains(".plain()");
            assert!(plain, "{}: {value} needs .plain()", path.display());
        }
    }
}

/// Returns a text without what is between these marks.
fn without(text: &str, open: &str, close: &str) -> String {
    let mut rest = text.split(open);
    let first = rest.next().unwrap_or_default().to_owned();
    rest.fold(first, |kept, piece| kept + piece.split_once(close).map_or("", |(_, after)| after))
}

/// Returns the text of a template itself: letters outside of tags, expressions, comments, keys and commands to type.
fn bare(template: &str) -> String {
    let typed = [("<pre class=\"command\">", "</pre>"), ("<kbd>", "</kbd>")];
    let marks = [("{#", "#}"), ("{%", "%}"), ("{{", "}}"), typed[0], typed[1], ("<", ">")];
    let text = marks.iter().fold(template.to_owned(), |text, (open, close)| without(&text, open, close));
    // Entities, and attributes that a macro writes.
    let words = text.split_whitespace().filter(|word| !word.starts_with('&') && !word.contains("=\""));
    words.filter(|word| word.chars().any(char::is_alphabetic)).collect::<Vec<_>>().join(" ")
}

#[test]
fn no_template_contains_text() {
    assert_eq!(bare("<p title=\"x\">{{ a }} Nine{# b #} {% if c %}&nbsp;lives{% endif %} ·</p>"), "Nine");
    assert_eq!(bare("<pre class=\"command\">curl {{ a }}</pre> {% macro b() %} data-c=\"{{ d }}\""), "");
    for (path, text) in pages().iter().filter(|(path, _)| path.extension().is_some_and(|e| e == "html")) {
        assert_eq!(bare(text), "", "{} holds words; they belong into /texts", path.display());
    }
}
