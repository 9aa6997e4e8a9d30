//! Tests the switch that hides names, in a real browser: no page of the report contains a part of a name.

use crate::browser_session::BrowserSession;
use crate::client;
use crate::samples;

/// Parts of names as they occur in folders, paths, comments and variables.
const NAMES: [&str; 4] = ["lovelace", "babbage", "hopper", "turing"];

/// Returns a submission that contains the name of its author everywhere.
fn program(name: &str, text: &str) -> String {
    let capital = format!("{}{}", name[..1].to_uppercase(), &name[1..]);
    format!(
        "/* {capital}, for the course. */\nstatic const char *author = \"{name}\";\nstatic int {name}_total;\n{text}\nint {name}Count(void)\n{{\n    return {name}_total;\n}}\n"
    )
}

#[tokio::test]
async fn names_are_nowhere_in_a_page() {
    let mut samples_of = Vec::new();
    for name in ["s03", "s04", "s01", "s02"] {
        samples::collect(&samples::folder("submissions").join(name), name, &mut samples_of);
    }
    let files: Vec<(String, String)> = (NAMES.iter().zip(&samples_of))
        .map(|(name, (_, bytes))| {
            let text = program(name, std::str::from_utf8(bytes).unwrap());
            (format!("class/{name}/{name}.c"), text)
        })
        .collect();
    let upload = samples::zip(files.iter().map(|(path, text)| (path.as_str(), text.as_bytes())));
    let session = BrowserSession::with(client::form(upload, None).text("title", "Checkout")).await;
    let browser = &session.browser;
    // In the order of their names: babbage is 1, hopper 2, lovelace 3, turing 4.
    let pages = [
        "",
        "/submissions",
        "/skipped",
        "/clusters",
        "/guide",
        "/pairs/2-4",
        "/pairs/1-3",
        "/submissions/1",
        "/submissions/4",
    ];
    session.open("").await;
    let named = browser.source().await;
    assert!(NAMES.iter().all(|name| named.contains(name)));
    for page in pages {
        // The switch leads to the same page, whose address has codes then.
        session.open(page).await;
        browser.submit("form.names button").await;
        browser.find("form.names [value=shown]").await;
        browser.find("main h1").await;
        let address = browser.url().await;
        assert!(!address.ends_with(page) || !page.contains(char::is_numeric), "{address}");
        let source = browser.source().await.to_lowercase();
        for name in NAMES {
            let at = source.find(name).map(|at| source.get(at.saturating_sub(80)..at + 80));
            assert_eq!(at, None, "{page} names {name}");
        }
        if page == "/pairs/2-4" {
            let people = browser.texts("h1 bdi").await;
            let code = browser.texts("#left .pane").await.concat();
            assert!(code.contains(&people[0].replace(' ', "")), "the code has pseudonyms");
        }
        browser.submit("form.names button").await;
        browser.find("form.names [value=hidden]").await;
    }
    session.open("/pairs/2-4").await;
    assert_eq!(browser.texts("h1 bdi").await, ["hopper", "turing"]);
}
