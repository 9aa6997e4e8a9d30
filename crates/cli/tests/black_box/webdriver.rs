//! Controls a real headless Chromium through the small part of the `WebDriver` protocol (W3C) that the tests need.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::http;

/// Time for which the browser looks for an element before it reports that there is none.
const PATIENCE: Duration = Duration::from_mins(1);

/// How many times chromedriver is started until it has found a port.
const START_ATTEMPTS: usize = 5;

/// Key of an element's reference, fixed by the protocol.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A browser window with a profile of its own. It is closed when this is dropped.
pub(crate) struct Browser {
    driver: Child,
    http: reqwest::Client,
    session: String,
    /// The directory of the profile, which is removed last.
    _profile: tempfile::TempDir,
}

/// Starts chromedriver and returns its port; `None` if it ends without one. It chooses a free IPv4 port and then needs
/// the same one of IPv6, which another process may have.
fn started_driver() -> Option<(Child, String)> {
    let mut driver = Command::new("chromedriver")
        .arg("--port=0")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("chromedriver starts (scripts/test installs it)");
    let said = BufReader::new(driver.stdout.take().unwrap()).lines();
    let port = said.map(Result::unwrap).find_map(|line| {
        let (_, port) = line.split_once("started successfully on port ")?;
        Some(port.trim_end_matches('.').to_owned())
    });
    if port.is_none() {
        driver.wait().unwrap();
    }
    port.map(|port| (driver, port))
}

impl Browser {
    pub(crate) async fn start() -> Self {
        let profile = tempfile::tempdir().unwrap();
        let (driver, port) =
            (0..START_ATTEMPTS).find_map(|_| started_driver()).expect("chromedriver says its port");
        let http = http().build().unwrap();
        let arguments = [
            // Chromium has no sandbox when it runs as root. The other flags prevent connections to anything but the
            // tests.
            "--headless".to_owned(),
            "--no-sandbox".to_owned(),
            "--disable-gpu".to_owned(),
            "--force-prefers-reduced-motion".to_owned(),
            "--disable-quic".to_owned(),
            "--disable-dev-shm-usage".to_owned(),
            "--no-first-run".to_owned(),
            "--disable-background-networking".to_owned(),
            "--disable-component-update".to_owned(),
            "--disable-sync".to_owned(),
            "--window-size=1400,1000".to_owned(),
            format!("--user-data-dir={}", profile.path().display()),
        ];
        let patience = u64::try_from(PATIENCE.as_millis()).unwrap();
        let capabilities = json!({ "capabilities": { "alwaysMatch": {
            "browserName": "chrome",
            "timeouts": { "implicit": patience, "script": patience },
            "goog:chromeOptions": { "args": arguments },
            "goog:loggingPrefs": { "performance": "ALL" },
        } } });
        let base = format!("http://127.0.0.1:{port}/session");
        let mut browser = Self { driver, http, session: base.clone(), _profile: profile };
        let session = browser.call(reqwest::Method::POST, "", &capabilities).await;
        browser.session = format!("{base}/{}", session["sessionId"].as_str().unwrap());
        browser
    }

    /// Sends one command and returns the `value` of the answer.
    async fn call(&self, method: reqwest::Method, path: &str, body: &Value) -> Value {
        let request = self.http.request(method.clone(), format!("{}{path}", self.session));
        let request = if method == reqwest::Method::GET { request } else { request.json(body) };
        let response = request.send().await.unwrap();
        let status = response.status();
        let mut answer: Value = response.json().await.unwrap();
        assert!(status.is_success(), "{path} {body}: {}", answer["value"]["message"]);
        answer["value"].take()
    }

    async fn post(&self, path: &str, body: Value) -> Value {
        self.call(reqwest::Method::POST, path, &body).await
    }

    /// Opens a page and waits until it is complete, with its scripts. On a busy machine, the browser answers earlier.
    pub(crate) async fn open(&self, url: &str) {
        self.post("/url", json!({ "url": url })).await;
        self.wait_until_complete(url).await;
    }

    async fn wait_until_complete(&self, page: &str) {
        let since = Instant::now();
        while self.script("return document.readyState").await != "complete" {
            assert!(since.elapsed() < PATIENCE, "{page} does not come to its end");
        }
    }

    pub(crate) async fn url(&self) -> String {
        let url = self.call(reqwest::Method::GET, "/url", &Value::Null).await;
        url.as_str().unwrap().to_owned()
    }

    /// Waits for the first matching element and for the rest of its page. While the page is still loading, a list that
    /// begins with the element may be incomplete.
    pub(crate) async fn find(&self, selector: &str) -> String {
        let element = self.post("/element", json!({ "using": "css selector", "value": selector })).await;
        self.wait_until_complete(&format!("the page with {selector}")).await;
        element[ELEMENT].as_str().unwrap().to_owned()
    }

    pub(crate) async fn click(&self, selector: &str) {
        let element = self.find(selector).await;
        self.post(&format!("/element/{element}/click"), json!({})).await;
    }

    /// Clicks an element that leads to another page and waits until that page is loaded.
    pub(crate) async fn submit(&self, selector: &str) {
        self.find(selector).await;
        self.script("document.documentElement.dataset.left = ''").await;
        self.click(selector).await;
        self.find("html:not([data-left]) main h1").await;
    }

    /// Types into a field, or chooses a file in a file field.
    pub(crate) async fn enter(&self, selector: &str, text: &str) {
        let element = self.find(selector).await;
        self.post(&format!("/element/{element}/value"), json!({ "text": text })).await;
    }

    pub(crate) async fn choose_file(&self, selector: &str, path: &Path) {
        self.enter(selector, path.to_str().unwrap()).await;
    }

    /// Presses a key for the element with the focus.
    pub(crate) async fn press(&self, key: &str) {
        let actions = json!([{ "type": "key", "id": "keyboard", "actions": [
            { "type": "keyDown", "value": key },
            { "type": "keyUp", "value": key },
        ] }]);
        self.post("/actions", json!({ "actions": actions })).await;
    }

    /// Runs a script in the page and returns its result.
    pub(crate) async fn script(&self, script: &str) -> Value {
        self.post("/execute/sync", json!({ "script": script, "args": [] })).await
    }

    /// Runs a script in the page and returns what it passes to its function `done`.
    pub(crate) async fn script_until_done(&self, script: &str) -> Value {
        let script = format!("const done = arguments[0]; {script}");
        self.post("/execute/async", json!({ "script": script, "args": [] })).await
    }

    /// Returns the texts of all elements of the current page without waiting.
    pub(crate) async fn texts(&self, selector: &str) -> Vec<String> {
        let selector = Value::from(selector);
        let script =
            format!("return [...document.querySelectorAll({selector})].map(each => each.textContent.trim())");
        let texts = self.script(&script).await;
        texts.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
    }

    /// Returns the number of visible elements that match.
    pub(crate) async fn seen(&self, selector: &str) -> u64 {
        let selector = Value::from(selector);
        let visible = "filter(each => each.getClientRects().length > 0).length";
        let script = format!("return [...document.querySelectorAll({selector})].{visible}");
        self.script(&script).await.as_u64().unwrap()
    }

    /// Returns the current page as HTML.
    pub(crate) async fn source(&self) -> String {
        let source = self.call(reqwest::Method::GET, "/source", &Value::Null).await;
        source.as_str().unwrap().to_owned()
    }

    /// Prints the page (A4) and returns the PDF.
    pub(crate) async fn print(&self) -> Vec<u8> {
        let page = json!({ "page": { "width": 21.0, "height": 29.7 }, "background": true });
        from_base64(self.post("/print", page).await.as_str().unwrap())
    }

    /// Returns a picture of the window, as PNG.
    pub(crate) async fn screenshot(&self) -> Vec<u8> {
        let taken = self.devtools("Page.captureScreenshot", json!({ "format": "png" })).await;
        from_base64(taken["data"].as_str().unwrap())
    }

    /// Returns the URLs of everything that was requested, also from disk, since the last call.
    pub(crate) async fn requests(&self) -> Vec<String> {
        let log = self.post("/se/log", json!({ "type": "performance" })).await;
        let messages = log.as_array().unwrap().iter().map(|entry| entry["message"].as_str().unwrap());
        let events =
            messages.map(|message| serde_json::from_str::<Value>(message).unwrap()["message"].take());
        events
            .filter(|event| event["method"] == "Network.requestWillBeSent")
            .map(|event| event["params"]["request"]["url"].as_str().unwrap().to_owned())
            .collect()
    }

    /// Sends a command of the developer tools of the browser, for what the protocol lacks.
    pub(crate) async fn devtools(&self, command: &str, parameters: Value) -> Value {
        self.post("/goog/cdp/execute", json!({ "cmd": command, "params": parameters })).await
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // A failure here would only hide the reason why the test failed.
        let _ = self.end_session();
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

impl Browser {
    /// Closes the window and ends the browser, which survives if only its driver is killed. It blocks, because `drop`
    /// cannot wait otherwise.
    fn end_session(&self) -> std::io::Result<()> {
        let url = reqwest::Url::parse(&self.session).map_err(std::io::Error::other)?;
        let host = url.authority();
        let mut stream = TcpStream::connect(host)?;
        write!(stream, "DELETE {} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n", url.path())?;
        // The first byte of the answer shows that the browser has ended. The driver keeps the connection open after the
        // last byte.
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.read_exact(&mut [0])
    }
}

/// Decodes a text in base 64 (RFC 4648).
fn from_base64(text: &str) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits: Vec<usize> = (text.bytes().filter(|&byte| byte != b'='))
        .map(|byte| DIGITS.iter().position(|&digit| digit == byte).expect("base 64"))
        .collect();
    let bytes = |four: &[usize]| {
        let bits = (0..4).fold(0, |bits, at| bits << 6 | four.get(at).copied().unwrap_or(0));
        [16, 8, 0]
            .map(|shift| (bits >> shift & 0xFF) as u8)
            .into_iter()
            .take(four.len() - 1)
            .collect::<Vec<_>>()
    };
    digits.chunks(4).flat_map(bytes).collect()
}
