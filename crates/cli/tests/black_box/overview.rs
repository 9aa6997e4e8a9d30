//! The overview in a real browser: the cut-off and the filter act at once, explanations open and close by key.

use serde_json::{Value, json};

use crate::binary::output_of;
use crate::samples;
use crate::webdriver::Browser;

/// Types a number into the field of the cut-off, as a hand would replace what stands there.
async fn set_cutoff(browser: &Browser, value: &str) {
    browser.script("document.getElementById('cutoff').select()").await;
    browser.enter("#cutoff", value).await;
}

/// Pairs and cases that are told to be above the cut-off, and those that are shown and marked so.
async fn effect(browser: &Browser) -> Value {
    browser
        .script(
            "const told = ['above', 'cases'].map(what => document.querySelector(`[data-${what}]`).textContent);
             const shown = selector => [...document.querySelectorAll(selector)].filter(row => !row.hidden).length;
             const bars = document.querySelectorAll('rect.bar.above').length;
             return [...told, shown('table.cases tbody tr'), shown('table.pairs tr.above'), 0 < bars];",
        )
        .await
}

#[tokio::test]
async fn the_cutoff_and_the_filter_act_at_once() {
    let dir = tempfile::tempdir().unwrap();
    let base = samples::argument("handout");
    output_of(dir.path(), &["compare", "--quiet", "--base", &base, &samples::argument("submissions")]);
    let index = dir.path().canonicalize().unwrap().join("chaffinch-report/index.html");
    let browser = Browser::start().await;
    browser.open(&format!("file://{}", index.display())).await;
    browser.find("#cutoff-range:not([hidden])").await;
    let suspicions = browser
        .script("return [...document.querySelectorAll('tr[data-judged]')].map(row => Number(row.dataset.suspicion))")
        .await;
    let suspicions: Vec<f64> = suspicions.as_array().unwrap().iter().filter_map(Value::as_f64).collect();
    let above = |cutoff: f64| suspicions.iter().filter(|&&suspicion| cutoff <= suspicion).count();
    assert!(0 < above(15.0) && above(15.0) < suspicions.len(), "{suspicions:?}");
    let line = "return document.querySelector('.cutoff-line').getAttribute('transform')";
    let before = browser.script(line).await;

    set_cutoff(&browser, "100000").await;
    assert_eq!(effect(&browser).await, json!(["0", "0", 0, 0, false]));
    assert_ne!(browser.script(line).await, before, "the line goes along");
    set_cutoff(&browser, "15").await;
    let now = effect(&browser).await;
    assert_eq!(now[0], json!(above(15.0).to_string()));
    assert_eq!((&now[3], &now[4]), (&json!(above(15.0)), &json!(true)));
    assert_eq!(browser.script(line).await, before);

    // Only those above; then only those of one name.
    let shown =
        "return [...document.querySelectorAll('table.pairs tbody tr')].filter(row => !row.hidden).length";
    browser.click("[data-only-above]").await;
    assert_eq!(browser.script(shown).await, json!(above(15.0)));
    browser.enter("#pair-filter input[name=q]", "nobody of this name").await;
    assert_eq!(browser.script(shown).await, json!(0));

    // A heading's question mark opens its sentence and does not sort.
    let order = browser.script("return document.querySelector('table.pairs').textContent").await;
    browser.click("table.cases button.why").await;
    let open = "return [...document.querySelectorAll(':popover-open')].map(each => each.id)";
    assert_eq!(browser.script(open).await, json!(["why-size"]));
    browser.press("\u{E00C}").await;
    assert_eq!(browser.script(open).await, json!([]));
    assert_eq!(browser.script("return document.querySelector('table.pairs').textContent").await, order);
}
