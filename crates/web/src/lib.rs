//! HTTP: pages, REST, sign-in, limits.
//!
//! [`router`] makes the whole service of an [`App`] (storage, clock, settings; nothing global), and [`serve()`] lets it
//! listen. The crate names no database and no worker: accepting a batch is one storage call, which also wakes
//! whoever waits for work.
//!
//! - **One list of routes.** The first argument of every handler says in its type what the route needs; the list
//!   takes no handler without one, and all ask `chaffinch_storage::may` at one point.
//! - **One way in.** The form and `POST /api/v1/batches` share `intake`: streamed to disk under limits, looked
//!   through, stored in one transaction, only then accepted.
//! - **One way to fail.** Handlers return an error; `watch` writes it as a page or as a problem, and logs our own
//!   faults once, under the request's id.
//!
//! Deliberately absent: rendering of reports (`report`), unpacking (`extract`), analysis (`jobs`), TLS (a proxy's).

mod analysis;
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

pub use analysis::clusterer::{
    Apart, ClusterMember, ClusterQuestion, Clusterer, Clusters, Kinship, Measure, StrongestLink, Unclustered,
};
pub use analysis::finder::{
    Answer, Corpora, Estimated, Finder, FoundDocument, FoundPassage, FoundSubmission, QueryError, Question,
};
pub use analysis::surveyor::{PartToSurvey, Surveyor, Unsurveyed, UploadToSurvey};
pub use app::{App, Clock};
pub use http::guard::Needs;
pub use limits::rates::{RateSettings, Ticks};
pub use routes::{RouteInfo, router, routes};
pub use serve::serve;
pub use settings::{
    AppSettings, ConnectionLimits, ExportSettings, IdentityHeader, OfferedLanguage, ProxyHeader,
    QuestionLimits, UploadLimits,
};
pub use sign_in::auth_services::{AuthServices, GateRefused};
pub use sign_in::claims::{ClaimRule, NoRule};
pub use sign_in::mail::{MailRefused, MailSettings};
pub use sign_in::password::{PASSWORD_LEAST, PASSWORD_MOST, PasswordRefused, check_password, hash_password};
pub use sign_in::provider::{ProviderRefused, ProviderSettings};
