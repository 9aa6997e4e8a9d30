//! Tests the graph of the class in a real browser, opened from disk: the cut-off, what the pointer and the keys show, move
//! and open, zoom, the tables that follow, and the colours of the theme.

use serde_json::{Value, json};

use crate::binary::output_of;
use crate::looks::Theme;
use crate::samples;
use crate::webdriver::Browser;

/// Functions for the scripts of this file.
const HELPERS: &str = "
    const graph = document.querySelector('[data-graph]');
    const canvas = graph.querySelector('canvas');
    const card = graph.querySelector('.graph-card');
    const box = canvas.getBoundingClientRect();
    const send = (type, x, y, more) => canvas.dispatchEvent(
        new PointerEvent(type, { bubbles: true, pointerId: 1, button: 0, clientX: box.left + x, clientY: box.top + y, ...more }));
    const pixels = () => canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
    const found = () => card.hidden ? null : card.querySelector('a')?.getAttribute('href').split('/')[0];
    // Returns the first place at which the pointer finds one of the `pairs` or `submissions`.
    const find = kind => {
        for (let y = 4; y < box.height; y += 3) for (let x = 4; x < box.width; x += 3) {
            send('pointermove', x, y);
            if (canvas.style.cursor === 'pointer' && found() === kind) return [x, y];
        }
        return null;
    };
    const press = ([x, y], more) => { send('pointerdown', x, y, more); send('pointerup', x, y, more); };";
/// Waits until the next picture is drawn.
const DRAWN: &str = "return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))";

/// Compares the sample and opens a page of the folder. Returns when the layout rests.
async fn opened(dir: &std::path::Path, page: &str) -> Browser {
    let base = samples::argument("handout");
    output_of(dir, &["compare", "--quiet", "--base", &base, &samples::argument("submissions")]);
    let browser = Browser::start().await;
    let folder = dir.canonicalize().unwrap().join("chaffinch-report");
    browser.open(&format!("file://{}", folder.join(page).display())).await;
    browser.find("[data-graph]:not([data-moving])").await;
    browser
}

async fn run(browser: &Browser, script: &str) -> Value {
    browser.script(&format!("{HELPERS}{script}")).await
}

/// Returns the numbers in the sentence below the graph: submissions, links, submissions that are not drawn.
async fn drawn(browser: &Browser) -> Vec<u64> {
    browser.find("[data-graph]:not([data-moving])").await;
    let text = browser.texts(".graph-drawn").await.remove(0);
    text.split(|letter: char| !letter.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect()
}

#[tokio::test]
async fn the_slider_the_pointer_and_the_buttons_act_on_the_graph() {
    let dir = tempfile::tempdir().unwrap();
    let browser = opened(dir.path(), "clusters.html").await;
    let rows = browser.seen("table.links tbody tr").await;
    let own = drawn(&browser).await;
    assert_eq!((own[0] + own[2], own[1]), (20, rows), "the tables list the links that are drawn");
    let names = run(&browser, "return Number(graph.dataset.labels)").await;
    assert_eq!(names, json!(own[0]), "every name has room");

    // To the left are weaker links, down to all that the report lists, and to the right stronger ones.
    browser.script("document.querySelector('[data-threshold]').focus()").await;
    browser.press("\u{E011}").await;
    browser.find(".graph-threshold output:not(:empty)").await;
    browser.script(DRAWN).await;
    let all = drawn(&browser).await;
    assert!(own[1] < all[1] && all[0] == 20 && all[2] == 0, "{own:?} {all:?}");
    assert_eq!(run(&browser, "return Number(graph.dataset.labels)").await, json!(20), "every name has room");
    browser.press("\u{E010}").await;
    browser.script(DRAWN).await;
    let strongest = drawn(&browser).await;
    assert!(strongest[1] < own[1] && strongest[1] > 0, "{strongest:?}");
    assert_eq!(browser.seen("table.links tbody tr").await, strongest[1], "the tables follow the slider");

    // A card has the names and figures of a pair. A click keeps it, and a second one opens the pair.
    let found = run(
        &browser,
        "find('pairs'); return [...card.querySelectorAll('strong')].map(name => name.textContent)",
    )
    .await;
    let figures = browser.texts(".graph-card dd").await;
    assert_eq!(figures.len(), 5, "{figures:?}");
    let before = run(&browser, "return Array.from(pixels()).reduce((sum, each) => sum + each)").await;
    run(&browser, "graph.querySelector('[data-act=in]').click()").await;
    browser.script(DRAWN).await;
    let zoomed = run(&browser, "return Array.from(pixels()).reduce((sum, each) => sum + each)").await;
    assert_ne!(before, zoomed);
    run(&browser, "graph.querySelector('[data-act=fit]').click()").await;
    browser.script(DRAWN).await;
    let kept =
        "const place = find('pairs'); press(place); send('pointermove', 1, 1); send('pointerleave', 1, 1);
        return [found(), document.querySelectorAll('tr.in-graph').length]";
    assert_eq!(run(&browser, kept).await, json!(["pairs", 1]));
    assert!(browser.url().await.contains("clusters.html"));
    run(&browser, "press(find('pairs'))").await;
    browser.find(".pair-page").await;
    let heading = browser.texts("title").await.remove(0);
    for name in found.as_array().unwrap() {
        assert!(heading.contains(name.as_str().unwrap()), "{heading} {found}");
    }
}

#[tokio::test]
async fn the_overviews_cutoff_moves_the_graph_and_nodes_open_submissions() {
    let dir = tempfile::tempdir().unwrap();
    let browser = opened(dir.path(), "index.html").await;
    assert_eq!(browser.seen("[data-threshold]").await, 0, "the page has one control of the cut-off");
    let own = drawn(&browser).await;
    assert_eq!(
        json!(own[1].to_string()),
        browser.script("return document.querySelector('[data-above]').textContent").await
    );
    browser.script("document.getElementById('cutoff').select()").await;
    browser.enter("#cutoff", "0.01").await;
    browser.script(DRAWN).await;
    let fewer = drawn(&browser).await;
    assert!(fewer[1] < own[1], "{own:?} {fewer:?}");

    // The picture follows the theme.
    let colours = "return Array.from(pixels()).reduce((sum, each) => sum + each)";
    let light = run(&browser, colours).await;
    browser.prefer(Theme::Dark).await;
    browser.script(DRAWN).await;
    assert_ne!(run(&browser, colours).await, light);

    // A stroke moves a submission, and opens nothing. A button takes it back.
    let name = "card.querySelector('strong').textContent";
    let moved = run(&browser, &format!("const [x, y] = find('submissions'); const name = {name};
        send('pointerdown', x, y); send('pointermove', x - 20, y + 5); send('pointermove', x - 30, y + 10); send('pointerup', x - 30, y + 10);
        send('pointermove', x - 30, y + 10); return [x - 30, y + 10, name, {name}]")).await;
    assert_eq!(moved[2], moved[3]);
    assert_eq!(browser.seen("[data-act=arrange]").await, 1);
    browser.script(DRAWN).await;
    run(&browser, "graph.querySelector('[data-act=arrange]').click()").await;
    browser.find("[data-graph]:not([data-moving])").await;
    assert_eq!(browser.seen("[data-act=arrange]").await, 0);
    assert!(browser.url().await.contains("index.html"));
    let name = run(
        &browser,
        &format!(
            "const place = find('submissions'); const name = {name}; press(place); press(place); return name"
        ),
    )
    .await;
    browser.find("[aria-current]").await;
    assert!(browser.url().await.contains("/submissions/"));
    let heading = browser.texts("h1").await.remove(0);
    assert!(heading.contains(name.as_str().unwrap()), "{heading}: {name}");
}

#[tokio::test]
async fn a_finger_first_selects_and_two_fingers_zoom() {
    let dir = tempfile::tempdir().unwrap();
    let browser = opened(dir.path(), "clusters.html").await;
    let tap =
        "const place = find('pairs'); send('pointerleave', 1, 1); press(place, { pointerType: 'touch' });
        return found()";
    assert_eq!(run(&browser, tap).await, json!("pairs"));
    assert!(browser.url().await.contains("clusters.html"));
    // Two fingers that part make everything larger, so that some names are outside.
    let names = run(&browser, "return Number(graph.dataset.labels)").await;
    run(
        &browser,
        "const [x, y] = [box.width / 2, box.height / 2]; const second = { pointerId: 2 };
         send('pointermove', 1, 1);
         send('pointerdown', x - 10, y); send('pointerdown', x + 10, y, second);
         send('pointermove', x + 120, y, second);
         send('pointerup', x - 10, y); send('pointerup', x + 120, y, second);
         return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))",
    )
    .await;
    let fewer = run(&browser, "return Number(graph.dataset.labels)").await;
    assert!(fewer.as_u64() < names.as_u64(), "{names} {fewer}");
}

#[tokio::test]
async fn keys_step_through_pairs_and_submissions_and_a_search_finds_them() {
    let dir = tempfile::tempdir().unwrap();
    let browser = opened(dir.path(), "clusters.html").await;
    let (down, right, escape, enter) = ("\u{E015}", "\u{E014}", "\u{E00C}", "\u{E007}");
    run(&browser, "canvas.focus()").await;
    // The first pair is the strongest one, as in the tables.
    browser.press(down).await;
    let names = browser.texts(".graph-card strong").await;
    let strongest = browser.texts("#c-1 .name").await;
    assert_eq!(names, strongest);
    browser.press(down).await;
    assert_ne!(browser.texts(".graph-card strong").await, names);
    assert_eq!(browser.texts("[aria-live] .graph-card strong").await.len(), 2);
    browser.press(right).await;
    assert_eq!(browser.texts(".graph-card strong").await, ["s01"]);
    browser.press(escape).await;
    assert_eq!(browser.seen(".graph-card").await, 0);

    browser.enter(".graph-tools input", "s16").await;
    assert_eq!(browser.texts(".graph-card strong").await, ["s16"]);
    run(&browser, "canvas.focus()").await;
    browser.press(enter).await;
    browser.find("[aria-current]").await;
    assert!(browser.url().await.contains("/submissions/16.html"));
}
