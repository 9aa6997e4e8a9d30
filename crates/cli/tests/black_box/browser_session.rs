//! A browser session of an instructor: a service with a finished batch, and a browser that is signed in.

use std::path::Path;

use reqwest::multipart::Form;
use tempfile::TempDir;

use crate::client::Client;
use crate::service::Service;
use crate::webdriver::Browser;

/// A service with a finished batch, and a browser that is signed in.
pub(crate) struct BrowserSession {
    pub(crate) browser: Browser,
    pub(crate) client: Client,
    /// Id of the batch.
    pub(crate) batch: String,
    pub(crate) service: Service,
    dir: TempDir,
}

impl BrowserSession {
    /// Starts a service, compares this upload and signs in.
    pub(crate) async fn with(upload: Form) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let service = Service::start(dir.path());
        let client = service.client();
        let batch = client.upload(upload).await;
        let browser = Browser::start().await;
        browser.sign_in(service.link.as_deref().unwrap()).await;
        client.finished(&batch).await;
        Self { browser, client, batch, service, dir }
    }

    /// Returns a directory for files of the test.
    pub(crate) fn dir(&self) -> &Path {
        self.dir.path()
    }

    /// Returns the address of a page of the service.
    pub(crate) fn address(&self, page: &str) -> String {
        format!("{}{page}", self.service.address)
    }

    /// Returns the address of a page of the batch, or of its overview if `page` is empty.
    pub(crate) fn of_batch(&self, page: &str) -> String {
        self.address(&format!("/batches/{}{page}", self.batch))
    }

    /// Opens a page of the batch.
    pub(crate) async fn open(&self, page: &str) {
        self.browser.open(&self.of_batch(page)).await;
    }

    /// Waits until this revision is the current one. The page that is opened follows the work by itself.
    pub(crate) async fn revised(&self, revision: u32) {
        self.open("/review").await;
        self.browser
            .find(&format!("main:not(:has([data-events])) tr[data-revision='{revision}'] .chip.good"))
            .await;
    }
}

impl Browser {
    /// Redeems a sign-in link.
    pub(crate) async fn sign_in(&self, link: &str) {
        self.open(link).await;
        self.click("main form button").await;
        // Only a signed-in user sees this. Continuing earlier would cancel the sign-in.
        self.find("a[href='/batches/new']").await;
    }
}
