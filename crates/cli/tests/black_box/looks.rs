//! Sets how a browser shows a page (size, theme, scripts, print) and checks it with axe-core, which tests the
//! accessibility rules of the W3C.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::webdriver::Browser;

/// A theme that readers choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Theme {
    Light,
    Dark,
}

/// Widths in pixels: a phone, a desktop.
pub(crate) const WIDTHS: [u32; 2] = [420, 1400];

impl Browser {
    pub(crate) async fn resize(&self, width: u32) {
        // A real window is never narrower than 500 pixels, so a narrower one is emulated.
        let metrics = json!({ "width": width, "height": 1000, "deviceScaleFactor": 1, "mobile": false });
        self.devtools("Emulation.setDeviceMetricsOverride", metrics).await;
    }

    pub(crate) async fn prefer(&self, theme: Theme) {
        let value = match theme {
            Theme::Light => "light",
            Theme::Dark => "dark",
        };
        let features = json!({ "features": [{ "name": "prefers-color-scheme", "value": value }] });
        self.devtools("Emulation.setEmulatedMedia", features).await;
    }

    /// Applies from the next page on.
    pub(crate) async fn without_scripts(&self) {
        self.devtools("Emulation.setScriptExecutionDisabled", json!({ "value": true })).await;
    }

    /// Returns all violations of the rules of axe-core, one per line. The rules of the dark theme are those about colours,
    /// because the themes differ in nothing else.
    pub(crate) async fn violations(&self, theme: Theme) -> Vec<String> {
        if self.script("return typeof axe === 'undefined'").await == Value::Bool(true) {
            self.script(&axe()).await;
        }
        let rules = match theme {
            Theme::Light => "",
            Theme::Dark => ", runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }",
        };
        let found = self
            .script_until_done(&format!(
                "axe.run(document, {{ resultTypes: ['violations']{rules} }}).then(result => done(result.violations.map(
                     violation => `${{violation.id}}: ` + violation.nodes.slice(0, 3).map(
                         node => `${{node.target.join(' ')}} (${{node.failureSummary}})`).join('; '))),
                     error => done([`axe failed: ${{error}}`]));"
            ))
            .await;
        found.as_array().unwrap().iter().map(|line| line.as_str().unwrap().to_owned()).collect()
    }

    /// Returns whether the page is wider than the window.
    pub(crate) async fn overflows(&self) -> bool {
        let script = "return document.documentElement.scrollWidth > document.documentElement.clientWidth";
        self.script(script).await == Value::Bool(true)
    }
}

/// Returns the script of axe-core, which `scripts/test` fetches.
fn axe() -> String {
    let folder = std::env::var_os("CHAFFINCH_TEST_AXE").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/npm/node_modules/axe-core"),
        PathBuf::from,
    );
    let path = folder.join("axe.min.js");
    fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}; scripts/test fetches it", path.display()))
}
