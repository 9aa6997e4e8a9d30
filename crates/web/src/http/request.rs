//! Extractors of requests. They refuse with [`WebError`].

use std::error::Error;
use std::marker::PhantomData;

use axum::body::{Body, Bytes};
use axum::extract::multipart::MultipartError;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Multipart, Request};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use chaffinch_report::PairId;
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::app::App;
use crate::error::{Result, WebError, innermost};
use crate::limits::body::MAX_SMALL_BODY_BYTES;
use crate::sign_in::identity::Sender;

/// Largest number of fields of a [`SmallForm`].
const MAX_SMALL_FORM_FIELDS: usize = 1000;

/// The limit of a route on the size of a small body, in bytes. Every request has it.
#[derive(Clone, Copy)]
pub(crate) struct BodyLimit(pub(crate) usize);

/// The query string.
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned + Send> FromRequestParts<App> for Query<T> {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self> {
        axum::extract::Query::try_from_uri(&parts.uri)
            .map(|axum::extract::Query(query)| Self(query))
            .map_err(|rejection: QueryRejection| rejection.into())
    }
}

/// Parameters of the path. One that cannot be read answers 404.
pub(crate) struct Path<T>(pub(crate) T);

impl<T: DeserializeOwned + Send> FromRequestParts<App> for Path<T> {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let axum::extract::Path(path) = axum::extract::Path::from_request_parts(parts, app).await?;
        Ok(Self(path))
    }
}

/// The `{pair}` of a path.
#[derive(Deserialize)]
pub(crate) struct PairPath {
    pub(crate) pair: PairId,
}

/// Reads a small body with one of axum's extractors, then checks its sender again.
async fn arrived<T>(request: Request, app: &App) -> Result<T>
where
    T: FromRequest<App>,
    T::Rejection: Error + Into<WebError> + 'static,
{
    let sender = Sender::from_extensions(request.extensions());
    let limit = request.extensions().get().map_or(MAX_SMALL_BODY_BYTES, |&BodyLimit(limit)| limit);
    let body = T::from_request(request, app).await;
    if let Err(rejection) = &body
        && let Some(late) = WebError::of_arrival(rejection, app.settings.idle)
    {
        return Err(late);
    }
    sender.check_again(app).await?;
    body.map_err(|rejection| match rejection.into() {
        WebError::BodyTooLarge { .. } => WebError::BodyTooLarge { limit: limit as u64 },
        error => error,
    })
}

/// Returns whether the body has this media type.
pub(crate) fn is_media_type(headers: &HeaderMap, media_type: &str) -> bool {
    let sent = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    sent.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case(media_type)
}

/// A small body in JSON.
pub(crate) struct Json<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<App> for Json<T> {
    type Rejection = WebError;

    async fn from_request(request: Request, app: &App) -> Result<Self> {
        of_json(&json_bytes(request, app).await?).map(|Object(value)| Self(value))
    }
}

pub(crate) async fn json_bytes(request: Request, app: &App) -> Result<Bytes> {
    if !is_media_type(request.headers(), "application/json") {
        return Err(WebError::MediaType { expected: "application/json" });
    }
    arrived(request, app).await
}

/// A small body in JSON with a digest of its bytes, for requests that may be repeated.
pub(crate) struct Digested<T> {
    pub(crate) value: T,
    pub(crate) digest: [u8; 32],
}

impl<T: DeserializeOwned> FromRequest<App> for Digested<T> {
    type Rejection = WebError;

    async fn from_request(request: Request, app: &App) -> Result<Self> {
        let bytes = json_bytes(request, app).await?;
        let Object(value) = of_json(&bytes)?;
        Ok(Self { value, digest: *blake3::hash(&bytes).as_bytes() })
    }
}

/// A small multipart form with text fields and files, all of it in memory.
pub(crate) struct SmallForm {
    /// Name, name of the file if there is one, and content of each field.
    pub(crate) fields: Vec<(String, Option<String>, Vec<u8>)>,
}

impl SmallForm {
    /// Returns the text of a field, or an empty text.
    pub(crate) fn text(&self, name: &str) -> &str {
        let field = self.fields.iter().find(|(field, file, _)| field == name && file.is_none());
        field.and_then(|(_, _, content)| std::str::from_utf8(content).ok()).unwrap_or_default()
    }

    /// Returns name and content of the file in a field, if one was chosen.
    pub(crate) fn into_file(self, name: &str) -> Option<(String, Vec<u8>)> {
        self.fields.into_iter().find_map(|(field, file, content)| {
            let file = file.filter(|file| field == name && !file.is_empty())?;
            Some((file, content))
        })
    }
}

impl FromRequest<App> for SmallForm {
    type Rejection = WebError;

    async fn from_request(request: Request, app: &App) -> Result<Self> {
        let media_type = request.headers().get(CONTENT_TYPE).cloned();
        // They have the limit of the body, which would otherwise be a smaller default.
        let extensions = request.extensions().clone();
        let bytes: Bytes = arrived(request, app).await?;
        // The parser gets all bytes at once. Attack: endless headers of a part, which it would search again with each
        // piece that arrives.
        let mut request = Request::new(Body::from(bytes));
        *request.extensions_mut() = extensions;
        if let Some(media_type) = media_type {
            request.headers_mut().insert(CONTENT_TYPE, media_type);
        }
        let mut multipart = Multipart::from_request(request, app)
            .await
            .map_err(|_| WebError::MediaType { expected: "multipart/form-data" })?;
        let malformed = |error: MultipartError| WebError::Malformed(innermost(&error));
        let mut fields = Vec::new();
        while let Some(field) = multipart.next_field().await.map_err(malformed)? {
            let name = field.name().unwrap_or_default().to_owned();
            let file = field.file_name().map(str::to_owned);
            let content = field.bytes().await.map_err(malformed)?;
            if fields.len() == MAX_SMALL_FORM_FIELDS {
                return Err(WebError::Malformed("the form has too many fields".to_owned()));
            }
            fields.push((name, file, content.to_vec()));
        }
        Ok(Self { fields })
    }
}

/// Parses JSON. A whole number may be written `3.0`, as JSON Schema allows and some languages write it.
pub(crate) fn of_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T> {
    match axum::Json::from_bytes(bytes) {
        Ok(axum::Json(value)) => Ok(value),
        Err(rejection) if innermost(&rejection).contains("floating point") => {
            let read = serde_json::from_slice(bytes).map(whole).and_then(serde_json::from_value);
            read.map_err(|_| JsonRejection::into(rejection))
        }
        Err(rejection) => Err(JsonRejection::into(rejection)),
    }
}

/// Replaces floats that are whole numbers by integers.
fn whole(value: Value) -> Value {
    /// 2^53. Above it, a float does not distinguish neighbouring integers.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    match value {
        Value::Number(number) => match number.as_f64() {
            Some(float) if number.is_f64() && float.fract() == 0.0 && float.abs() <= EXACT => {
                (float as i64).into()
            }
            _ => Value::Number(number),
        },
        Value::Array(items) => items.into_iter().map(whole).collect(),
        Value::Object(members) => members.into_iter().map(|(name, member)| (name, whole(member))).collect(),
        other => other,
    }
}

/// The fields of a small form.
pub(crate) struct Form<T>(pub(crate) T);

impl<T: DeserializeOwned + Send> FromRequest<App> for Form<T> {
    type Rejection = WebError;

    async fn from_request(request: Request, app: &App) -> Result<Self> {
        let axum::extract::Form(form) = arrived(request, app).await?;
        Ok(Self(form))
    }
}

/// A JSON object. Without it, serde would also read a structure from a list of its values.
struct Object<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Fields<T> {
            type Value = Object<T>;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<Object<T>, A::Error> {
                T::deserialize(MapAccessDeserializer::new(fields)).map(Object)
            }
        }
        deserializer.deserialize_map(Fields(PhantomData))
    }
}

/// A change of an optional field: JSON may leave it out, or set it to null.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
#[serde(untagged)]
pub(crate) enum FieldUpdate<T> {
    /// The field was left out.
    #[default]
    Keep,
    /// The new value. Null: none.
    To(Option<T>),
}

impl<T> FieldUpdate<T> {
    /// Returns whether the field was left out.
    pub(crate) fn is_kept(&self) -> bool {
        matches!(self, Self::Keep)
    }

    /// Returns the value after the change, given the present one.
    pub(crate) fn or(self, now: Option<T>) -> Option<T> {
        match self {
            Self::Keep => now,
            Self::To(wanted) => wanted,
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for FieldUpdate<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Option::deserialize(deserializer).map(Self::To)
    }
}
