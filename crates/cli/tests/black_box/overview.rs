//! Tests the overview in a real browser: the cut-off and the filter act at once, and explanations open and close by
//! key.

use serde_json::{Value, json};

use crate::binary::output_of;
use crate::browser_session::BrowserSession;
use crate::client;
use crate::samples;
use crate::webdriver::Browser;

/// Shows the rows of the list of pairs that are left out at first.
const MORE_PAIRS: &str = ".scroll:has(table.pairs) + .show-more:not([hidden])";

/// Types a number into the field of the cut-off, replacing the old value as a user would.
async fn set_cutoff(browser: &Browser, value: &str) {
    browser.script("document.getElementById('cutoff').select()").await;
    browser.enter("#cutoff", value).await;
}

/// Returns the stated numbers of pairs and cases above the cut-off, and the numbers that are shown and marked so.
async fn effect(browser: &Browser) -> Value {
    browser
        .script(
            "const told = ['above', 'cases'].map(what => document.querySelector(`[data-${what}]`).textContent);
             const shown = selector => [...document.querySelectorAll(selector)].filter(row => !row.hidden).length;
             const bars = document.querySelectorAll('a.bar.above').length;
             return [...told, shown('table.clusters tbody tr'), shown('table.pairs tr.above'), 0 < bars];",
        )
        .await
}

/// The column heading that sorts by the longest match.
const LONGEST: &str = "table.pairs th:nth-child(8) .sort";

/// Returns the longest matches of the first list of pairs, from top to bottom.
async fn column(browser: &Browser) -> Vec<u32> {
    let cells = "[...document.querySelector('table.pairs').tBodies[0].rows].map(row => Number(row.cells[7].textContent))";
    serde_json::from_value(browser.script(&format!("return {cells}")).await).unwrap()
}

fn is_sorted(numbers: &[u32], direction: &str) -> bool {
    let ascending = direction == "ascending";
    numbers.len() > 1 && numbers.is_sorted_by(|a, b| if ascending { a <= b } else { a >= b })
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
    // The strength of a pair is the negative logarithm of its expect value.
    let strengths = browser
        .script(
            "return [...document.querySelectorAll('tr[data-judged]')].map(row => Number(row.dataset.score))",
        )
        .await;
    let strengths: Vec<f64> = strengths.as_array().unwrap().iter().filter_map(Value::as_f64).collect();
    let above =
        |cutoff: f64| strengths.iter().filter(|&&strength| -cutoff.log10() <= strength + 1e-4).count();
    assert!(0 < above(1.0) && above(1.0) < strengths.len(), "{strengths:?}");
    let line = "return document.querySelector('.cutoff-line').getAttribute('transform')";
    let before = browser.script(line).await;

    set_cutoff(&browser, "1e-90").await;
    assert_eq!(effect(&browser).await, json!(["0", "0", 0, 0, false]));
    assert_ne!(browser.script(line).await, before, "the line goes along");
    set_cutoff(&browser, "1").await;
    let now = effect(&browser).await;
    assert_eq!(now[0], json!(above(1.0).to_string()));
    assert_eq!((&now[3], &now[4]), (&json!(above(1.0)), &json!(true)));
    assert_eq!(browser.script(line).await, before);

    // Shows only pairs above the cut-off, and then only those of one name.
    let shown =
        "return [...document.querySelectorAll('table.pairs tbody tr')].filter(row => !row.hidden).length";
    browser.click("#pair-filter [name=above]").await;
    assert_eq!(browser.script(shown).await, json!(above(1.0)));
    browser.enter("#pair-filter input[name=q]", "nobody of this name").await;
    assert_eq!(browser.script(shown).await, json!(0));

    browser.script("document.querySelector('#pair-filter [name=above]').click()").await;
    browser.script("document.querySelector('#pair-filter [name=q]').value = ''").await;
    browser.click("#pair-filter select[name=language] option[value=python]").await;
    let languages = "return [...document.querySelectorAll('table.pairs tbody tr:not([hidden])')].map(row => row.dataset.languages)";
    let languages = browser.script(languages).await;
    assert!(!languages.as_array().unwrap().is_empty());
    assert!(languages.as_array().unwrap().iter().all(|of| of == "python"), "{languages}");
    browser.click("#pair-filter select[name=language] option[value='']").await;

    // A column heading sorts, and a second click reverses the order.
    for direction in ["descending", "ascending"] {
        browser.click(LONGEST).await;
        assert!(is_sorted(&column(&browser).await, direction), "{direction}");
    }

    // The question mark of the cut-off opens its explanation and does not sort.
    let order = browser.script("return document.querySelector('table.pairs').textContent").await;
    browser.click(".cutoff-fields button.why").await;
    let open = "return [...document.querySelectorAll(':popover-open')].map(each => each.id)";
    assert_eq!(browser.script(open).await, json!(["why-cutoff"]));
    browser.press("\u{E00C}").await;
    assert_eq!(browser.script(open).await, json!([]));
    assert_eq!(browser.script("return document.querySelector('table.pairs').textContent").await, order);
}

/// Returns the visible rows of the list: their number, and the names of the first.
async fn rows(browser: &Browser) -> Value {
    browser
        .script(
            "const rows = [...document.querySelectorAll('table.pairs tr[data-judged]')].filter(row => row.offsetParent !== null);
             return [rows.length, rows[0]?.cells[0].textContent ?? ''];",
        )
        .await
}

#[tokio::test]
async fn bars_filter_the_list_and_the_address_keeps_it() {
    let dir = tempfile::tempdir().unwrap();
    let base = samples::argument("handout");
    output_of(dir.path(), &["compare", "--quiet", "--base", &base, &samples::argument("submissions")]);
    let index = dir.path().canonicalize().unwrap().join("chaffinch-report/index.html");
    let address = format!("file://{}", index.display());
    let browser = Browser::start().await;
    browser.open(&address).await;
    browser.find(MORE_PAIRS).await;
    // The first rows only, until all are asked for.
    let first = rows(&browser).await[0].as_u64().unwrap();
    browser.click(MORE_PAIRS).await;
    let all = rows(&browser).await[0].as_u64().unwrap();
    assert!((first, all) == (50, all) && all > 50, "{first} of {all}");

    // The last bar has the strongest pairs, and the list then has as many as the bar says.
    browser.script("document.querySelector('a.bar:last-of-type').focus()").await;
    browser.press("\u{E007}").await;
    let bar = browser
        .script("return Number(document.querySelector('a.bar:last-of-type').getAttribute('aria-label').match(/(\\d+) pairs?$/)[1])")
        .await;
    assert_eq!(rows(&browser).await[0], bar);
    assert_eq!(browser.seen(".range").await, 1);
    let kept = browser.url().await;
    assert!(kept.contains("#pairs?") && kept.contains("to="), "{kept}");
    browser.enter("#pair-filter input[name=q]", "s0").await;
    let filtered = rows(&browser).await;
    let kept = browser.url().await;
    assert!(kept.contains("q=s0"), "{kept}");
    // Another visit to the address shows the same.
    browser.open("about:blank").await;
    browser.open(&kept).await;
    browser.find(".show-more").await;
    assert_eq!(rows(&browser).await, filtered);
    browser.click("[data-clear-range]").await;
    assert!(bar.as_u64() < rows(&browser).await[0].as_u64());

    // A stroke over all bars shows every judged pair of the class that is listed.
    browser.open(&address).await;
    browser.find(MORE_PAIRS).await;
    browser
        .script(
            "const boxes = [...document.querySelectorAll('a.bar .hit')].map(hit => hit.getBoundingClientRect());
             const at = (type, x) => document.querySelector('.distribution svg').dispatchEvent(
                 new PointerEvent(type, { bubbles: true, button: 0, pointerId: 1, clientX: x, clientY: boxes[0].top + 5 }));
             SVGElement.prototype.setPointerCapture = () => {};
             at('pointerdown', boxes[0].left + 2);
             at('pointermove', boxes.at(-1).left + 2);
             at('pointerup', boxes.at(-1).left + 2);",
        )
        .await;
    assert_eq!(browser.seen("a.bar.chosen").await, browser.seen("a.bar").await);
}

#[tokio::test]
async fn keys_step_through_the_list_and_the_theme_is_kept() {
    let dir = tempfile::tempdir().unwrap();
    output_of(dir.path(), &["compare", "--quiet", &samples::argument("submissions")]);
    let index = dir.path().canonicalize().unwrap().join("chaffinch-report/index.html");
    let address = format!("file://{}", index.display());
    let browser = Browser::start().await;
    browser.open(&address).await;
    browser.find(".show-more").await;
    let here = "return document.querySelector('tr.here')?.sectionRowIndex ?? -1";
    for (key, row) in [("j", 0), ("j", 1), ("j", 2), ("k", 1)] {
        browser.press(key).await;
        assert_eq!(browser.script(here).await, json!(row), "{key}");
    }
    browser.press("/").await;
    let focus = "return document.activeElement.name ?? ''";
    assert_eq!(browser.script(focus).await, json!("q"));
    // In the field, the keys are letters.
    browser.press("j").await;
    assert_eq!(browser.script("return document.activeElement.value").await, json!("j"));

    browser.open(&address).await;
    browser.find(".show-more").await;
    browser.press("j").await;
    browser.press("\u{E007}").await;
    browser.find(".pair-page").await;

    // The theme of the reader's choice is that of the next page too; a menu closes on Escape.
    browser.open(&address).await;
    browser.click(".account > summary").await;
    browser.click(".theme [value=dark]").await;
    browser.press("\u{E00C}").await;
    assert_eq!(browser.seen(".account[open]").await, 0);
    let paper = "return getComputedStyle(document.body).backgroundColor";
    let dark = browser.script(paper).await;
    browser.open(&address.replace("index.html", "clusters.html")).await;
    assert_eq!(browser.script(paper).await, dark);
    browser.click(".account > summary").await;
    browser.click(".theme [value=light]").await;
    assert_ne!(browser.script(paper).await, dark);
}

#[tokio::test]
async fn links_and_forms_do_the_same_without_scripts() {
    let session = BrowserSession::with(client::form(
        samples::archive("submissions"),
        Some(samples::archive("handout")),
    ))
    .await;
    let browser = &session.browser;
    browser.without_scripts().await;
    session.open("").await;
    for direction in ["descending", "ascending"] {
        browser.submit(LONGEST).await;
        browser.find(&format!("table.pairs th:nth-child(8)[aria-sort={direction}]")).await;
        assert!(is_sorted(&column(browser).await, direction), "{direction}");
    }
    browser.enter("#pair-filter input[name=q]", "s05").await;
    browser.submit("#pair-filter button[type=submit]").await;
    browser.find("#pair-filter input[value=s05]").await;
    let rows = browser.texts("table.pairs tbody tr").await;
    assert!(!rows.is_empty() && rows.iter().all(|row| row.contains("s05")), "{rows:?}");

    // A bar is a link that lists its pairs.
    session.open("").await;
    browser.script("document.querySelector('a.bar:last-of-type').focus()").await;
    browser.press("\u{E007}").await;
    browser.find("#pair-filter .range:not([hidden])").await;
    let listed = browser.seen("table.pairs tr[data-judged]").await;
    let bar = browser
        .script("return document.querySelector('a.bar:last-of-type').getAttribute('aria-label')")
        .await;
    assert!(bar.as_str().unwrap().contains(&format!(": {listed} pair")), "{bar}: {listed}");

    session.open("").await;
    browser.script("document.getElementById('cutoff').value = ''").await;
    browser.enter("#cutoff", "0.01").await;
    browser.submit("#cutoff-form button").await;
    browser.find("#cutoff[value='0.01']").await;
    let above: Vec<f64> = serde_json::from_value(
        browser
            .script(
                "return [...document.querySelectorAll('tr[data-judged]')].map(row => Number(row.dataset.score))
                     .filter(strength => strength >= 2)",
            )
            .await,
    )
    .unwrap();
    assert!(!above.is_empty());
    assert_eq!(browser.texts("[data-above]").await, [above.len().to_string()]);
    let cases = browser.texts("table.clusters tbody tr").await;
    assert_eq!(browser.texts("[data-cases]").await, [cases.len().to_string()]);
    // Links lead to every match.
    browser.submit("table.pairs a[href*='/pairs/5-6?']").await;
    browser.click("#left a[href='#r-2']").await;
    browser.find("#r-2:target").await;
}
