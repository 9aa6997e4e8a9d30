//! Labels for lists on narrow screens, where each row is a card and the heads of the columns are gone. Templates write a
//! head once; every cell below it gets the same text as `data-label`, which `chaffinch.css` shows.

use std::borrow::Cow;

/// Labels the cells of all tables of class `stacking` in a finished page. Tables inside their cells keep their own form.
///
/// It relies on the markup of the templates: values of attributes are quoted and contain no `>`, and columns are not merged.
pub(crate) fn label_cells(html: &str) -> Cow<'_, str> {
    let mut labelled = String::new();
    let mut copied = 0;
    for (start, _) in html.match_indices("<table") {
        if start < copied || !is_stacking(tag(&html[start..])) {
            continue;
        }
        let Some(head) = html[start..].find("</thead>").map(|length| start + length) else { break };
        labelled.push_str(&html[copied..head]);
        copied = head + push_body(&mut labelled, &html[head..], &labels(&html[start..head]));
    }
    if copied == 0 {
        return Cow::Borrowed(html);
    }
    labelled.push_str(&html[copied..]);
    Cow::Owned(labelled)
}

/// Returns the tag at the beginning of a text.
fn tag(html: &str) -> &str {
    html.split_inclusive('>').next().unwrap_or_default()
}

fn is_stacking(tag: &str) -> bool {
    let class = tag.split_once("class=\"").and_then(|(_, rest)| rest.split_once('"'));
    class.is_some_and(|(names, _)| names.split(' ').any(|name| name == "stacking"))
}

/// Returns the text of each head, as HTML. A head that only screen readers get, such as "Actions", gives an empty one.
fn labels(head: &str) -> Vec<String> {
    let cells = head.split("<th ").skip(1);
    cells.map(|cell| if cell.contains("hidden-visually") { String::new() } else { text(cell) }).collect()
}

/// Returns the text of a cell without tags and without buttons, which explain the head.
fn text(cell: &str) -> String {
    let mut text = String::new();
    let mut is_in_button = false;
    for part in cell.split('<') {
        let (name, after) = part.split_once('>').unwrap_or((part, ""));
        match name {
            "/th" => break,
            // A second line of the head.
            "br" | "small" => text.push(' '),
            "/button" => is_in_button = false,
            _ if name.starts_with("button") => is_in_button = true,
            _ => {}
        }
        if !is_in_button {
            text.push_str(after);
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('"', "&quot;")
}

/// Appends a table from the end of its head to its own end, with labels. Returns the length of what was read.
fn push_body(labelled: &mut String, html: &str, labels: &[String]) -> usize {
    let (mut copied, mut column, mut depth) = (0, 0, 0);
    for (at, _) in html.match_indices('<') {
        let tag = tag(&html[at..]);
        match tag.split([' ', '>']).next().unwrap_or_default() {
            "<table" => depth += 1,
            "</table" if depth == 0 => {
                labelled.push_str(&html[copied..at]);
                return at;
            }
            "</table" => depth -= 1,
            "<tr" if depth == 0 => column = 0,
            "<th" | "<td" if depth == 0 => {
                if let Some(label) = labels.get(column).filter(|label| !label.is_empty()) {
                    let inside = at + "<td".len();
                    labelled.push_str(&html[copied..inside]);
                    labelled.push_str(" data-label=\"");
                    labelled.push_str(label);
                    labelled.push('"');
                    copied = inside;
                }
                column += 1;
            }
            _ => {}
        }
    }
    labelled.push_str(&html[copied..]);
    html.len()
}

#[cfg(test)]
mod tests {
    use super::label_cells;

    #[test]
    fn cells_get_the_text_of_their_head() {
        let page = r#"<p>1 < 2</p><table class="list stacking" data-keys><caption>C</caption>
<thead><tr><th scope="col">Name</th><th scope="col" class="number"><a href="/?a">Share<small>of "left"</small></a> <button class="why">?</button></th><th scope="col"><span class="hidden-visually">Actions</span></th></tr></thead>
<tbody><tr><th scope="row">ada</th><td class="number">1</td><td>x</td></tr>
<tr><th scope="row">eve</th><td><table class="stacking"><thead><tr><th scope="col">In</th></tr></thead><tbody><tr><td>2</td></tr></tbody></table></td><td></td></tr></tbody></table>
<table class="other"><thead><tr><th scope="col">N</th></tr></thead><tbody><tr><td>3</td></tr></tbody></table>"#;
        let labelled = label_cells(page);
        let label = r#" data-label="Share of &quot;left&quot;""#;
        let name = r#" data-label="Name""#;
        assert!(labelled.contains(&format!(
            r#"<th{name} scope="row">ada</th><td{label} class="number">1</td><td>x</td>"#
        )));
        assert!(
            labelled
                .contains(&format!(r#"<th{name} scope="row">eve</th><td{label}><table class="stacking">"#))
        );
        assert_eq!(labelled.matches("data-label").count(), 4);
        assert_eq!(labelled.replace(label, "").replace(name, ""), page);
    }

    #[test]
    fn a_page_without_lists_stays_as_it_is() {
        for page in ["<table class=\"stacked\"><thead></thead></table>", "<table class=\"stacking\">", ""] {
            assert_eq!(label_cells(page), page);
        }
    }
}
