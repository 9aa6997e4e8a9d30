//! Compares the pages of the sample report with the committed pictures of `docs/images/pages`, so that a change of the
//! pages is seen. `CHAFFINCH_PICTURES=write scripts/test pictures` writes new ones.
//!
//! Pictures are compared by the mean colour of squares. Another version of the browser draws letters a little differently
//! and passes. Text that moves, a colour that changes, or a part that is missing does not.

use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::binary::output_of;
use crate::looks::Theme;
use crate::samples;
use crate::webdriver::Browser;

/// Pages of the folder with the sample report.
const PAGES: [(&str, &str); 5] = [
    ("overview", "index.html"),
    ("pair", "pairs/11-12.html"),
    ("differences", "pairs/11-12-diff.html"),
    ("clusters", "clusters.html"),
    ("submission", "submissions/11.html"),
];

/// Side of a square in pixels.
const SQUARE: usize = 20;
/// Largest difference of a mean colour, of 255, that is not seen.
const UNSEEN: f64 = 16.0;
/// Largest share of squares that may differ.
const TOLERANCE: f64 = 0.02;

/// A picture: red, green and blue of its squares, row by row.
struct Squares {
    colours: Vec<[f64; 3]>,
    size: (u32, u32),
}

impl Squares {
    fn of(picture: &[u8]) -> Self {
        let mut decoder = png::Decoder::new(Cursor::new(picture));
        decoder.set_transformations(png::Transformations::normalize_to_color8());
        let mut reader = decoder.read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let frame = reader.next_frame(&mut bytes).unwrap();
        let (width, samples) = (frame.width as usize, frame.color_type.samples());
        let across = width.div_ceil(SQUARE);
        let mut sums = vec![([0.0; 3], 0.0); across * (frame.height as usize).div_ceil(SQUARE)];
        for (at, pixel) in bytes[..frame.buffer_size()].chunks_exact(samples).enumerate() {
            let (sum, count) = &mut sums[at / width / SQUARE * across + at % width / SQUARE];
            for (sum, &value) in sum.iter_mut().zip(pixel) {
                *sum += f64::from(value);
            }
            *count += 1.0;
        }
        Self {
            colours: sums.into_iter().map(|(sum, count)| sum.map(|sum| sum / count)).collect(),
            size: (frame.width, frame.height),
        }
    }

    /// Returns the share of squares that differ from those of another picture; 1 if the size differs.
    fn difference(&self, other: &Self) -> f64 {
        if self.size != other.size {
            return 1.0;
        }
        let differs = |(a, b): &(&[f64; 3], &[f64; 3])| a.iter().zip(*b).any(|(a, b)| UNSEEN < (a - b).abs());
        self.colours.iter().zip(&other.colours).filter(differs).count() as f64 / self.colours.len() as f64
    }
}

fn committed() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/images/pages")
}

#[tokio::test]
async fn the_pages_look_as_in_the_committed_pictures() {
    let dir = tempfile::tempdir().unwrap();
    let base = samples::argument("handout");
    output_of(
        dir.path(),
        &["compare", "--quiet", "--title", "Sample", "--base", &base, &samples::argument("submissions")],
    );
    let report = dir.path().canonicalize().unwrap().join("chaffinch-report");
    let browser = Browser::start().await;
    let window = json!({ "width": 1400, "height": 900, "deviceScaleFactor": 1, "mobile": false });
    browser.devtools("Emulation.setDeviceMetricsOverride", window).await;
    let write = std::env::var("CHAFFINCH_PICTURES").is_ok_and(|value| value == "write");
    let mut changed = Vec::new();
    for (theme, suffix) in [(Theme::Light, ""), (Theme::Dark, "-dark")] {
        browser.prefer(theme).await;
        for (name, page) in PAGES {
            browser.open(&format!("file://{}/{page}", report.display())).await;
            // Layouts that move have settled, and fonts are there.
            browser.find("html:not(:has([data-moving]))").await;
            browser.script_until_done("document.fonts.ready.then(() => done(true))").await;
            let now = browser.screenshot().await;
            let path = committed().join(format!("{name}{suffix}.png"));
            if write {
                fs::write(&path, &now).unwrap();
            } else {
                let known = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                let difference = Squares::of(&now).difference(&Squares::of(&known));
                if TOLERANCE < difference {
                    let seen = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}{suffix}.png"));
                    fs::write(&seen, &now).unwrap();
                    changed.push(format!("{name}{suffix}: {difference:.3}, see {}", seen.display()));
                }
            }
        }
    }
    assert_eq!(changed, Vec::<String>::new());
}

#[test]
fn a_part_that_moves_or_changes_its_colour_is_seen() {
    let picture = |top: u32, ink: u8| {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, 200, 200);
        encoder.set_color(png::ColorType::Rgb);
        let pixels: Vec<u8> = (0..200 * 200_u32)
            .flat_map(|at| if (top..top + 40).contains(&(at / 200)) { [ink, 0, 0] } else { [250, 250, 250] })
            .collect();
        encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
        Squares::of(&bytes)
    };
    let difference = |top, ink| picture(60, 40).difference(&picture(top, ink));
    assert!(difference(60, 40) < f64::EPSILON && difference(60, 48) < f64::EPSILON);
    assert!(TOLERANCE < difference(64, 40) && TOLERANCE < difference(60, 80));
}
