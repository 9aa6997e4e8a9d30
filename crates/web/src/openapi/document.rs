//! Builds the OpenAPI document. utoipa describes each handler. The handler's row in the list of routes adds who may
//! call it, how it may be refused (codes of `docs/integrating/errors.md`), and the headers of all responses.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};
use utoipa::OpenApi;

use crate::error::kind::{ALL, Explained, PAGES};
use crate::http::admitted::Needs;
use crate::http::request_log::Problem;
use crate::openapi::flatten::{self, object};
use crate::routes::route::Route;
use crate::settings::AppSettings;

/// The name of the security scheme in the document.
const BEARER: &str = "token";

/// Schemas of JSON bodies that contain a language.
const LANGUAGE_IN_JSON: [&str; 2] = ["DocumentQuestion", "DraftChange"];

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Chaffinch",
        version = "1",
        description = "Finds copied work among submissions. Every call except this one needs a token \
            (`Authorization: Bearer`) or a signed-in browser. Errors are RFC 9457 problems with a stable `code`; their \
            `type` is the URL of a page that explains the code. Anything that you cannot see answers 404.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    components(schemas(Problem))
)]
struct Document;

/// Returns the whole document.
pub(crate) fn document(settings: &AppSettings, routes: &[Route]) -> Value {
    let mut document = serde_json::to_value(Document::openapi()).expect("texts");
    document["servers"] = json!([{ "url": settings.public_url }]);
    document["components"]["securitySchemes"] = json!({ BEARER: {
        "type": "http", "scheme": "bearer",
        "description": "Created under `/account`, or with `chaffinch token create NAME`.",
    }});
    document["components"]["headers"] = headers();
    let mut forms = BTreeSet::new();
    let mut refusals = BTreeMap::new();
    for route in routes {
        let Some(operation) = &route.operation else { continue };
        for (name, schema) in &operation.schemas {
            document["components"]["schemas"][name] = serde_json::to_value(schema).expect("texts");
        }
        let paths = serde_json::to_value(&operation.paths).expect("texts");
        for (path, item) in object(&paths) {
            for (method, described) in object(item) {
                let mut described = described.clone();
                described["operationId"] = json!(operation.id);
                described["tags"] = json!([path.split('/').nth(3).unwrap_or_default().replace(".json", "")]);
                forms.extend(form(&described));
                complete(&mut described, route, path, method, &mut refusals);
                document["paths"][path][method] = described;
            }
        }
    }
    document["components"]["responses"] = refusals.into_iter().collect::<Map<_, _>>().into();
    let known: Vec<&str> = ALL.iter().map(|entry| entry.code).collect();
    document["components"]["schemas"]["Problem"]["properties"]["code"]["enum"] = json!(known);
    let schemas = &mut document["components"]["schemas"];
    schemas["Language"] = languages(settings);
    for name in forms.iter().map(String::as_str).chain(LANGUAGE_IN_JSON) {
        if let Some(language) = schemas[name]["properties"].get_mut("language") {
            let known =
                json!({ "$ref": "#/components/schemas/Language", "description": language["description"] });
            *language = json!({ "oneOf": [known, { "type": "null" }] });
        }
    }
    for name in ["language", "layout"] {
        // As in the upload form, an empty value selects automatic detection.
        let variants = &mut schemas["DraftChange"]["properties"][name]["oneOf"];
        variants.as_array_mut().expect("one of several").push(json!({ "type": "string", "const": "" }));
    }
    document["components"]["schemas"]["Problem"]["properties"]["type"]["format"] = json!("uri");
    flatten::simplify(&mut document, &forms);
    document
}

/// Returns the schema of language names.
fn languages(settings: &AppSettings) -> Value {
    let known = settings.languages.iter().map(|known| known.name.as_str());
    let names: Vec<&str> = ["auto"].into_iter().chain(known).collect();
    json!({ "type": "string", "enum": names, "description": "`auto`, or the name of a language." })
}

/// Returns the headers of responses.
fn headers() -> Value {
    let text = |description: &str| json!({ "description": description, "schema": { "type": "string" } });
    let seconds = "Seconds after which to try again";
    json!({
        "Request-Id": text("Id of the request. Quote it when you report a problem"),
        "ETag": text("Send it as `If-None-Match` to learn whether anything changed"),
        "Retry-After": { "description": seconds, "schema": { "type": "integer", "minimum": 0 } },
        "WWW-Authenticate": text("`Bearer`, with `error=\"invalid_token\"` if the token that was sent is not valid"),
    })
}

fn header(name: &str) -> Value {
    json!({ "$ref": format!("#/components/headers/{name}") })
}

/// Returns the name of the schema that describes a multipart body.
fn form(described: &Value) -> Option<String> {
    let schema = &described["requestBody"]["content"]["multipart/form-data"]["schema"]["$ref"];
    Some(schema.as_str()?.rsplit('/').next()?.to_owned())
}

/// Adds to an operation what its row in the list of routes implies.
pub(crate) fn complete(
    described: &mut Value,
    route: &Route,
    path: &str,
    method: &str,
    refusals: &mut BTreeMap<String, Value>,
) {
    if route.needs != Needs::Nothing {
        described["security"] = json!([{ BEARER: [] }]);
    }
    let parameter = |name: &str, description: &str, schema: Value| json!({ "name": name, "in": "header", "required": false, "description": description, "schema": schema });
    let mut more = Vec::new();
    if route.repeatable {
        let text = "Makes a request repeatable: the same request with the same key changes nothing and gives the same answer";
        let schema = json!({ "type": "string", "pattern": "^[\\x21-\\x7e]{1,200}$" });
        more.push(parameter("Idempotency-Key", text, schema));
    }
    let answers = described["responses"].as_object_mut().expect("an operation answers");
    for answer in answers.values_mut() {
        answer["headers"]["X-Request-Id"] = header("Request-Id");
    }
    if route.has_tag() {
        let text = "`ETag` of the answer that you have";
        more.push(parameter("If-None-Match", text, json!({ "type": "string" })));
        answers["200"]["headers"]["ETag"] = header("ETag");
        answers.insert(
            "304".to_owned(),
            json!({ "description": "Nothing changed", "headers": { "ETag": header("ETag"), "X-Request-Id": header("Request-Id") } }),
        );
    }
    let mut statuses: BTreeMap<u16, Vec<&'static Explained>> = BTreeMap::new();
    let codes = codes(described, route, path, method);
    // Listed in the order of the document that explains the codes.
    for entry in ALL.iter().filter(|entry| codes.contains(entry.code)) {
        statuses.entry(entry.status).or_default().push(entry);
    }
    for (status, entries) in statuses {
        let (name, answer) = refusal(status, &entries);
        described["responses"][status.to_string()] =
            json!({ "$ref": format!("#/components/responses/{name}") });
        refusals.insert(name, answer);
    }
    if !more.is_empty() {
        let parameters = described.as_object_mut().expect("an operation").entry("parameters");
        parameters.or_insert_with(|| json!([])).as_array_mut().expect("a list").extend(more);
    }
}

/// Returns all error codes that a call may answer.
fn codes(described: &Value, route: &Route, path: &str, method: &str) -> BTreeSet<&'static str> {
    let mut codes: BTreeSet<&'static str> = route.refuses.iter().copied().collect();
    let mut add = |more: &[&'static str]| codes.extend(more);
    add(&["internal", "too-many-requests"]);
    if !route.is_upload() {
        add(&["slow"]);
    }
    match route.needs {
        Needs::Nothing => {}
        // Tokens that can only check may not even read.
        _ => add(&["unauthenticated", "forbidden", "not-ready", "disk-full", "read-only"]),
    }
    if method != "get" {
        add(&["cross-site"]);
    }
    if path.contains('{') {
        add(&["not-found"]);
    }
    let parameters = described["parameters"].as_array();
    if parameters.is_some_and(|all| all.iter().any(|one| one["in"] == "query")) {
        add(&["invalid-query"]);
    }
    if described["requestBody"].is_object() {
        add(&["malformed", "unsupported-media-type", "idle", "access-changed"]);
        if route.is_upload() {
            codes.insert("overloaded");
            codes.extend(ALL.iter().filter(|entry| entry.group == "Uploads").map(|entry| entry.code));
        } else {
            codes.insert("body-too-large");
        }
    }
    if route.repeatable {
        codes.extend(["invalid-idempotency-key", "idempotency-key-reused"]);
    }
    codes
}

/// Returns the response for errors of one status: its name among the components, and its content.
fn refusal(status: u16, entries: &[&Explained]) -> (String, Value) {
    let codes: Vec<&str> = entries.iter().map(|entry| entry.code).collect();
    let line = |entry: &&Explained| match entries {
        [_] => entry.sentence().to_owned(),
        _ => format!("- `{}`: {}", entry.code, entry.sentence()),
    };
    let description = entries.iter().map(line).collect::<Vec<_>>().join("\n");
    let example = json!({
        "type": format!("https://chaffinch.example.edu{}/{}", PAGES, codes[0]), "title": "Short name of the error",
        "status": status, "detail": entries[0].sentence(), "code": codes[0],
        "request_id": "0198c0de-0000-7000-8000-000000000000",
    });
    let mut headers = json!({ "X-Request-Id": header("Request-Id") });
    match status {
        401 => headers["WWW-Authenticate"] = header("WWW-Authenticate"),
        429 | 503 | 507 => headers["Retry-After"] = header("Retry-After"),
        _ => {}
    }
    // All problems share one schema, so that generated clients have one class for them. `x-codes` lists the codes of
    // this response.
    let schema = json!({ "$ref": "#/components/schemas/Problem" });
    let answer = json!({ "description": description, "headers": headers, "x-codes": codes,
        "content": { "application/problem+json": { "schema": schema, "example": example } } });
    // The name of a long list is its first and last code and its length. The rows determine which lists exist.
    let name = match &codes[..] {
        [first, .., last] if codes.len() > 4 => format!("{first}.to.{last}.{}", codes.len()),
        _ => codes.join("."),
    };
    (name, answer)
}
