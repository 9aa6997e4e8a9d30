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

mod accounts;
mod api;
mod app;
mod base;
mod bounded;
mod cases;
mod claims;
mod client;
mod clusterer;
mod clusters;
mod constant;
mod courses;
mod crowd;
mod error;
mod explained;
mod exports;
mod finder;
mod gate;
mod guard;
mod guesses;
mod health;
mod held;
mod identity;
mod intake;
mod locale;
mod mail;
mod moss;
mod newcomers;
mod pace;
mod pages;
mod password;
mod people;
mod preview;
mod provider;
mod query;
mod rates;
mod reports;
mod request;
mod review;
mod routes;
mod serve;
mod sessions;
mod shares;
mod surveyor;
mod tagged;
mod tokens;
mod turns;
mod views;
mod watch;

pub use app::{App, AppSettings, Clock, IdentityHeader, OfferedLanguage, QuestionLimits, UploadLimits};
pub use claims::{ClaimRule, NoRule};
pub use client::ProxyHeader;
pub use clusterer::{
    Apart, ClusterMember, ClusterQuestion, Clusterer, Clusters, Kinship, Measure, StrongestLink, Unclustered,
};
pub use exports::ExportSettings;
pub use finder::{
    Answer, Corpora, Estimated, Finder, FoundDocument, FoundPassage, FoundSubmission, QueryError, Question,
};
pub use gate::{AuthServices, GateRefused};
pub use guard::Needs;
pub use mail::{MailRefused, MailSettings};
pub use password::{PASSWORD_LEAST, PASSWORD_MOST, PasswordRefused, check_password, hash_password};
pub use provider::{ProviderRefused, ProviderSettings};
pub use rates::{RateSettings, Ticks};
pub use routes::{RouteInfo, router, routes};
pub use serve::{ConnectionLimits, serve};
pub use surveyor::{PartToSurvey, Surveyor, Unsurveyed, UploadToSurvey};
