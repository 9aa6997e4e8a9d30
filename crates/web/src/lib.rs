//! The HTTP service: pages, REST API, sign-in and limits.
//!
//! [`router`] builds the whole service from an [`App`], and [`serve()`] listens for connections. There is no global
//! state. The crate does not know which database or workers are used: accepting a batch is one storage call, which also
//! wakes a waiting worker.
//!
//! - **One list of routes** (`routes/list.rs`). The type of a handler's first argument says what the route needs. The
//!   list accepts no handler without one, and all of them ask `chaffinch_storage::may` at one point (`http/guard.rs`).
//! - **One way in** (`intake`). The form and `POST /api/v1/batches` stream an upload to disk under limits, examine it
//!   and store it in one transaction. Only then is it accepted.
//! - **One way to fail** (`error`). Handlers return an error. `http/request_log.rs` writes it as a page or as a problem
//!   document, and logs faults of the service once, under the id of the request.
//!
//! Other crates render reports (`report`), unpack files (`extract`) and analyse them (`jobs`). A reverse proxy handles
//! TLS.

mod api;
mod app;
mod error;
mod exports;
mod http;
mod intake;
mod limits;
mod moss;
mod openapi;
mod pages;
mod routes;
mod serve;
mod services;
mod settings;
mod sign_in;

pub use app::{App, Clock};
pub use http::admitted::Needs;
pub use limits::rates::{RateSettings, Ticks};
pub use routes::{RouteInfo, router, routes};
pub use serve::serve;
pub use settings::{
    AppSettings, ConnectionLimits, ExportSettings, IdentityHeader, OfferedLanguage, ProxyHeader,
    QuestionLimits, UploadLimits,
};
pub use sign_in::auth_services::{AuthServices, AuthServicesError};
pub use sign_in::claims::{ClaimRule, NoRule};
pub use sign_in::mail::{MailRefused, MailSettings};
pub use sign_in::password::{
    MAX_PASSWORD_BYTES, MIN_PASSWORD_CHARS, PasswordRefused, check_password, hash_password,
};
pub use sign_in::provider::{ProviderRefused, ProviderSettings};
