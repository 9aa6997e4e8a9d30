//! Shows URLs, which may contain secrets.

/// Returns a URL as messages, logs and reports may show it: without a user, a password, a query and a fragment.
pub(crate) fn shown(url: &str) -> String {
    let (scheme, rest) =
        url.split_once("://").map_or(("", url), |(_, rest)| url.split_at(url.len() - rest.len()));
    // A password may contain any sign that is not encoded.
    let rest = rest.rsplit_once('@').map_or(rest, |(_, rest)| rest);
    let rest = rest.split(['?', '#']).next().unwrap_or_default();
    format!("{scheme}{rest}")
}

/// Returns whether a URL names a user or a password.
pub(crate) fn has_user(url: &str) -> bool {
    reqwest::Url::parse(url).is_ok_and(|url| !url.username().is_empty() || url.password().is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_not_shown() {
        for (url, expected) in [
            ("https://collector.example.edu/v1", "https://collector.example.edu/v1"),
            ("http://user:secret@host:4318/", "http://host:4318/"),
            ("http://secret@host", "http://host"),
            ("http://user:sec/r@e?t#@host/a?token=secret#b", "http://host/a"),
            ("user:secret@host", "host"),
            ("localhost:4318", "localhost:4318"),
            ("smtps://user:secret@mail.example.edu?tls=required", "smtps://mail.example.edu"),
        ] {
            assert_eq!(shown(url), expected);
        }
        assert!(has_user("https://a:b@c") && has_user("https://a@c") && !has_user("https://c/@"));
    }
}
