//! Reads R Markdown and Quarto: chunks of code between fences, and prose around them. The header with title and author is
//! nobody's work. Pure functions.

use std::collections::BTreeMap;

use super::cells::{Cells, divided};
use crate::text::Text;

/// The language of chunks that name none that is counted.
const DEFAULT: &str = "r";

/// Returns whether a file with this name has chunks of code.
pub(crate) fn has_chunks(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, ending)| {
        ["rmd", "qmd", "rmarkdown"].iter().any(|known| ending.eq_ignore_ascii_case(known))
    })
}

/// Returns the chunks of a file, joined by line feeds, and what is around them as [`Text::prose`]. A file without chunks
/// keeps its text.
pub(crate) fn read_chunks(text: Text) -> Result<Text, String> {
    match chunks(&text.file.text) {
        Some(cells) => divided(text, cells),
        None => Ok(text),
    }
}

fn chunks(text: &str) -> Option<Cells> {
    let mut cells = Cells::default();
    let mut bytes_of: BTreeMap<String, usize> = BTreeMap::new();
    let mut lines = text.lines().peekable();
    if lines.next_if(|line| line.trim_end() == "---").is_some() {
        for _ in lines.by_ref().take_while(|line| !matches!(line.trim_end(), "---" | "...")) {}
    }
    let mut prose = String::new();
    while let Some(line) = lines.next() {
        let Some((fence, language)) = opening(line) else {
            prose.push_str(line);
            prose.push('\n');
            continue;
        };
        cells.add("markdown", &std::mem::take(&mut prose));
        // Without its end, a chunk ends with the text.
        let inside: Vec<&str> = lines.by_ref().take_while(|line| !closes(line, fence)).collect();
        let code = inside.join("\n");
        *bytes_of.entry(language).or_default() += code.len();
        cells.add("code", &code);
    }
    cells.add("markdown", &prose);
    let most = bytes_of.into_iter().max_by_key(|(_, bytes)| *bytes)?;
    cells.language = Some(most.0);
    Some(cells)
}

/// Returns the fence of a line that opens a chunk, and the language of the chunk: ```` ```{r setup, echo=FALSE} ````.
fn opening(line: &str) -> Option<(&str, String)> {
    let line = line.trim_start();
    let rest = line.trim_start_matches(['`', '~']);
    let fence = &line[..line.len() - rest.len()];
    let inside = rest.trim_start().strip_prefix('{')?;
    let language: String =
        inside.trim_start_matches('.').chars().take_while(|c| c.is_alphanumeric() || *c == '+').collect();
    let language = if language.is_empty() { DEFAULT.to_owned() } else { language.to_lowercase() };
    (fence.len() >= 3).then_some((fence, language))
}

fn closes(line: &str, fence: &str) -> bool {
    let line = line.trim();
    line.starts_with(fence) && line.trim_start_matches(['`', '~']).is_empty()
}

#[cfg(test)]
mod tests {
    use chaffinch_submission::SourceFile;

    use super::*;

    fn read(text: &str) -> Text {
        read_chunks(Text { file: SourceFile::plain("a.Rmd", text), seen: None, prose: None }).unwrap()
    }

    #[test]
    fn chunks_are_code_and_the_rest_is_prose() {
        let text = read(
            "---\ntitle: A\nauthor: Ann\n---\n\n# Task\n\nWe load it.\n\n```{r setup, echo=FALSE}\n#| label: x\nx <- 1\n```\n\nThen:\n\
             ```\nplain\n```\n~~~{python}\ny = 2\n~~~\n````{r}\nz <- \"```\"\n````\nThe end.\n",
        );
        assert_eq!(text.file.text, "#| label: x\nx <- 1\ny = 2\nz <- \"```\"");
        let notebook = text.file.notebook.unwrap();
        assert_eq!((notebook.cells.len(), notebook.language.as_deref()), (3, Some("r")));
        let prose = text.prose.unwrap().file.text;
        assert!(prose.contains("We load it.") && prose.contains("plain") && prose.ends_with("The end.\n"));
        assert!(!prose.contains("Ann") && !prose.contains("x <- 1"));
    }

    #[test]
    fn a_file_without_chunks_keeps_its_text() {
        let text = read("# Only prose\n\n```\nno chunk\n```\n");
        assert!(text.file.notebook.is_none() && text.prose.is_none());
        assert!(text.file.text.starts_with("# Only prose"));
    }

    #[test]
    fn a_chunk_without_end_and_odd_headers_are_read() {
        for (text, code, language) in [
            ("```{r}\nx <- 1", "x <- 1", "r"),
            ("```{.julia}\nx = 1\n```", "x = 1", "julia"),
            ("  ``` {python3 name}\n  x = 1\n  ```", "  x = 1", "python3"),
            ("```{}\nx\n```", "x", "r"),
            ("---\nno end of a header\n```{r}\n", "", ""),
        ] {
            let text = read(text);
            assert_eq!(text.file.notebook.and_then(|of| of.language).unwrap_or_default(), language);
            if !language.is_empty() {
                assert_eq!(text.file.text, code);
            }
        }
    }
}
