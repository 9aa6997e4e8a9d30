//! Extractors whose rejections are our errors.

use axum::extract::rejection::{FormRejection, JsonRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use chaffinch_report::PairId;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::app::App;
use crate::error::{WebError, stood_still};

/// The query of the address.
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned + Send> FromRequestParts<App> for Query<T> {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, WebError> {
        axum::extract::Query::try_from_uri(&parts.uri)
            .map(|axum::extract::Query(query)| Self(query))
            .map_err(|rejection: QueryRejection| rejection.into())
    }
}

/// What stands in the path behind the batch; what cannot be read names nothing.
pub(crate) struct Path<T>(pub(crate) T);

impl<T: DeserializeOwned + Send> FromRequestParts<App> for Path<T> {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, WebError> {
        let axum::extract::Path(path) = axum::extract::Path::from_request_parts(parts, app).await?;
        Ok(Self(path))
    }
}

/// The `{pair}` of a path.
#[derive(Deserialize)]
pub(crate) struct PairPath {
    pub(crate) pair: PairId,
}

/// A small body in JSON.
pub(crate) struct Json<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<App> for Json<T> {
    type Rejection = WebError;

    async fn from_request(request: Request, app: &App) -> Result<Self, WebError> {
        match axum::Json::from_request(request, app).await {
            Ok(axum::Json(value)) => Ok(Self(value)),
            Err(rejection) if stood_still(&rejection) => {
                Err(WebError::Idle { seconds: app.settings.idle.as_secs() })
            }
            Err(rejection) => Err(JsonRejection::into(rejection)),
        }
    }
}

/// The fields of a small form.
pub(crate) struct Form<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<App> for Form<T> {
    type Rejection = WebError;

    async fn from_request(request: Request, app: &App) -> Result<Self, WebError> {
        match axum::extract::Form::from_request(request, app).await {
            Ok(axum::extract::Form(form)) => Ok(Self(form)),
            Err(rejection) if stood_still(&rejection) => {
                Err(WebError::Idle { seconds: app.settings.idle.as_secs() })
            }
            Err(rejection) => Err(FormRejection::into(rejection)),
        }
    }
}
