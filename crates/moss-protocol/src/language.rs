//! What MOSS's clients call a language, and what it is called here.

/// The name to look a language up by, for a name of MOSS's: the names that mean something else there, and those that
/// only clients know. Any other name is itself.
///
/// ```
/// assert_eq!(chaffinch_moss_protocol::known_as("CC"), "cpp");
/// assert_eq!(chaffinch_moss_protocol::known_as("go"), "go");
/// ```
pub fn known_as(word: &str) -> String {
    let word = word.to_ascii_lowercase();
    let known = match word.as_str() {
        "cc" | "c++" => "cpp",
        "ascii" => "text",
        "plsql" => "sql",
        // As a client in Java spells it.
        "schema" => "scheme",
        // Of the distribution of 2009.
        "asm" | "hc12" => "a8086",
        "ocaml" => "ml",
        "hcl2" => "hcl",
        _ => return word,
    };
    known.to_owned()
}
