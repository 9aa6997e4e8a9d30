//! Tests the page of a pair in a real browser: where the code begins, its switches, and one side at a time on a phone.

use serde_json::{Value, json};

use crate::binary::output_of;
use crate::samples;
use crate::webdriver::Browser;

/// A browser with a pair of the exported sample, in which names were changed.
struct Opened {
    browser: Browser,
    address: String,
    _dir: tempfile::TempDir,
}

impl Opened {
    async fn at(width: u32, height: u32) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let base = samples::argument("handout");
        output_of(dir.path(), &["compare", "--quiet", "--base", &base, &samples::argument("submissions")]);
        let folder = dir.path().canonicalize().unwrap().join("chaffinch-report");
        let address = format!("file://{}/pairs/5-6.html", folder.display());
        let browser = Browser::start().await;
        let window = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        browser.devtools("Emulation.setDeviceMetricsOverride", window).await;
        browser.open(&address).await;
        browser.find("#left .m[data-match='1']").await;
        Self { browser, address, _dir: dir }
    }

    async fn number(&self, expression: &str) -> f64 {
        self.browser.script(&format!("return {expression}")).await.as_f64().unwrap()
    }

    async fn is(&self, expression: &str) -> bool {
        self.browser.script(&format!("return {expression}")).await == Value::Bool(true)
    }
}

const CODE_TOP: &str = "document.querySelector('.code').closest('.pane').getBoundingClientRect().top";

#[tokio::test]
async fn the_code_begins_within_220_pixels_and_the_page_fills_the_window() {
    let page = Opened::at(1400, 900).await;
    let top = page.number(CODE_TOP).await;
    assert!(top < 220.0, "{top}");
    assert!(page.is("document.documentElement.scrollHeight <= window.innerHeight").await);
    let bottom = page.number("document.querySelector('#left .pane').getBoundingClientRect().bottom").await;
    assert!((880.0..=900.0).contains(&bottom), "{bottom}");
}

#[tokio::test]
async fn switches_act_by_key_and_hold_for_the_next_pair() {
    let page = Opened::at(1400, 900).await;
    let browser = &page.browser;
    // Names that differ are marked on both sides, and not those that are equal.
    let marked = browser.texts("#left .m[data-match='1'] .d").await;
    assert!(marked.contains(&"max_int".to_owned()) && !marked.contains(&"int".to_owned()), "{marked:?}");
    assert!(browser.texts("#right .m[data-match='1'] .d").await.contains(&"larger".to_owned()));

    let left_of = "document.getElementById('left').getBoundingClientRect().left
        < document.getElementById('right').getBoundingClientRect().left";
    let wraps = "getComputedStyle(document.querySelector('.line')).whiteSpace === 'pre-wrap'";
    let panel = "document.querySelector('.panel').open";
    assert!(page.is(left_of).await && !page.is(wraps).await && page.is(panel).await);
    for key in ["x", "w", "m"] {
        browser.press(key).await;
    }
    assert!(!page.is(left_of).await && page.is(wraps).await && !page.is(panel).await);
    browser.press("]").await;
    browser.find(".pair-page:not([data-pair='5-6'])").await;
    assert!(!page.is(left_of).await && page.is(wraps).await && !page.is(panel).await);
    // The numbers still lead to the other side.
    browser.press("c").await;
    assert!(page.is("document.activeElement.closest('#right') !== null").await);
}

#[tokio::test]
async fn a_phone_shows_one_side_at_a_time() {
    let page = Opened::at(420, 900).await;
    let browser = &page.browser;
    // The list of matches and the code both begin in view.
    let first = "document.querySelector('.matches > li').getBoundingClientRect().bottom";
    assert!(page.number(first).await < 340.0);
    assert!(page.number(CODE_TOP).await < 450.0);
    let seen = || async { (browser.seen("#left .pane").await, browser.seen("#right .pane").await) };
    assert_eq!(seen().await, (1, 0));
    browser.click(".side-switch label:last-child").await;
    assert_eq!(seen().await, (0, 1));
    // The number of a match leads to the other side.
    browser.script("document.querySelector('#right a.badge[data-match=\"1\"]').click()").await;
    assert_eq!(seen().await, (1, 0));

    // Without scripts the switch works too, and so do links to the other side.
    browser.without_scripts().await;
    browser.open(&page.address).await;
    assert_eq!(seen().await, (1, 0));
    browser.click(".side-switch label:last-child").await;
    assert_eq!(seen().await, (0, 1));
    browser.open(&format!("{}#r-2", page.address)).await;
    assert_eq!(browser.seen("#r-2").await, 1);
}
