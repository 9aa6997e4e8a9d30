//! Simplifies the document that utoipa makes, so that every client generator supports it: a schema with `allOf` or
//! `oneOf` becomes one flat object, and tuples become arrays of a fixed length. The responses themselves do not change.
//!
//! A flat schema allows a little more than any response contains (`reason` beside `queued`). It matches what a class
//! expresses in a language without union types, and most clients are written in such a language.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::openapi::schemas::FORMS;

/// Simplifies the document. `forms` names the schemas that describe forms.
pub(super) fn simplify(document: &mut Value, forms: &BTreeSet<String>) {
    plain(document);
    let schemas = &mut document["components"]["schemas"];
    for name in forms {
        of_a_form(&mut schemas[name.as_str()]);
    }
    let before = schemas.as_object().cloned().unwrap_or_default();
    for (_, schema) in schemas.as_object_mut().into_iter().flatten() {
        *schema = flat(&before, schema);
    }
    lists(document);
    forget_unnamed(document);
}

/// Removes links from descriptions, because they come from comments for readers of the code. Gives unsigned numbers the
/// range of `u32`, which is larger than that of `int32`. Replaces text formats by patterns.
fn plain(value: &mut Value) {
    match value {
        Value::Object(members) => {
            let form = FORMS.iter().find(|(name, _)| members.get("format") == Some(&json!(name)));
            if let Some((_, pattern)) = form {
                members.remove("format");
                members.insert("pattern".to_owned(), json!(pattern));
            }
            if members.get("format") == Some(&json!("int32")) && members.get("minimum").is_some() {
                members.insert("format".to_owned(), json!("int64"));
                members.entry("maximum").or_insert_with(|| json!(u32::MAX));
            }
            for (name, member) in members {
                match member {
                    Value::String(text) if name == "description" => {
                        *text = text.replace("[`", "`").replace("`]", "`").replace("Report::", "");
                    }
                    member => plain(member),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(plain),
        _ => {}
    }
}

/// Describes a form: fields are present or absent but never null, no other fields are allowed, and an empty field
/// counts as absent.
fn of_a_form(schema: &mut Value) {
    schema["additionalProperties"] = json!(false);
    let required = schema["required"].clone();
    let Some(fields) = schema["properties"].as_object_mut() else { return };
    for (name, field) in fields {
        if let Some(kind) = field["type"].as_array() {
            let one = kind.iter().find(|kind| **kind != "null").cloned();
            field["type"] = one.expect("a field is something");
        }
        if let Some(choices) = field.get_mut("oneOf").and_then(Value::as_array_mut) {
            choices.retain(|choice| choice["type"] != "null");
            if let [choice] = &mut choices[..] {
                *field = choice.take();
            }
        }
        let any_text = |(name, value): (&String, &Value)| match name.as_str() {
            "description" | "maxLength" => true,
            "type" => value == "string" || value == "array",
            _ => value.as_array().is_some_and(Vec::is_empty),
        };
        let is_required = required.as_array().is_some_and(|all| all.contains(&json!(name)));
        if is_required || field["type"] == "array" || object(field).all(any_text) {
            continue;
        }
        if let Some(pattern) = field["pattern"].as_str() {
            field["pattern"] = json!(format!("^$|{pattern}"));
        } else {
            let mut inner = std::mem::take(field);
            let description = inner.as_object_mut().and_then(|inner| inner.remove("description"));
            *field =
                json!({ "description": description, "anyOf": [inner, { "type": "string", "const": "" }] });
        }
    }
}

/// Returns the schema with the fields of everything it inherits from or chooses between.
fn flat(schemas: &Map<String, Value>, schema: &Value) -> Value {
    let mut schema = resolved(schemas, schema).clone();
    let Some(members) = schema.as_object_mut() else { return schema };
    let all: Vec<Value> = taken(members, "allOf").iter().map(|part| flat(schemas, part)).collect();
    let is_object = |choice: &Value| resolved(schemas, choice)["properties"].is_object();
    let choices: Vec<Value> = match members.get("oneOf").and_then(Value::as_array) {
        Some(choices) if choices.iter().all(is_object) => {
            taken(members, "oneOf").iter().map(|choice| flat(schemas, choice)).collect()
        }
        _ => Vec::new(),
    };
    if all.is_empty() && choices.is_empty() {
        return schema;
    }
    let mut fields = Map::new();
    let mut required: Vec<Value> = Vec::new();
    for part in all.iter().chain(&choices) {
        for (name, field) in part["properties"].as_object().into_iter().flatten() {
            let field = fields.get(name).map_or_else(|| field.clone(), |known| united(name, known, field));
            fields.insert(name.clone(), field);
        }
        let own = part["required"].as_array().into_iter().flatten();
        let always = |name: &Value| {
            let names = |choice: &Value| choice["required"].as_array().is_some_and(|all| all.contains(name));
            all.contains(part) || choices.iter().all(names)
        };
        for name in own.filter(|name| always(name)) {
            if !required.contains(name) {
                required.push(name.clone());
            }
        }
    }
    members.insert("type".to_owned(), json!("object"));
    members.insert("properties".to_owned(), fields.into());
    members.insert("required".to_owned(), required.into());
    schema
}

/// Returns the schema that a reference names.
fn resolved<'a>(schemas: &'a Map<String, Value>, schema: &'a Value) -> &'a Value {
    let name = schema["$ref"].as_str().and_then(|reference| reference.rsplit('/').next());
    name.and_then(|name| schemas.get(name)).unwrap_or(schema)
}

fn taken(members: &mut Map<String, Value>, name: &str) -> Vec<Value> {
    match members.remove(name) {
        Some(Value::Array(parts)) => parts,
        _ => Vec::new(),
    }
}

/// Merges a field that several schemas have. Enumerations are combined, and other fields must be equal.
fn united(name: &str, one: &Value, other: &Value) -> Value {
    let words = |field: &Value| field["enum"].as_array().cloned();
    let (Some(mut words), Some(more)) = (words(one), words(other)) else {
        assert_eq!(one, other, "{name} means two things in one answer");
        return one.clone();
    };
    words.extend(
        more.into_iter().filter(|word| !one["enum"].as_array().is_some_and(|all| all.contains(word))),
    );
    let mut both = one.clone();
    both["enum"] = words.into();
    both
}

/// Replaces tuples by arrays of the same length whose items may be anything that the tuple contains.
fn lists(value: &mut Value) {
    match value {
        Value::Object(members) => {
            if let Some(Value::Array(places)) = members.remove("prefixItems") {
                for bound in ["minItems", "maxItems"] {
                    members.insert(bound.to_owned(), json!(places.len()));
                }
                let mut kinds: Vec<Value> = Vec::new();
                for place in places {
                    if !kinds.contains(&place) {
                        kinds.push(place);
                    }
                }
                let items = if let [kind] = &kinds[..] { kind.clone() } else { json!({ "anyOf": kinds }) };
                members.insert("items".to_owned(), items);
            }
            members.values_mut().for_each(lists);
        }
        Value::Array(items) => items.iter_mut().for_each(lists),
        _ => {}
    }
}

/// Removes schemas that are no longer referenced.
fn forget_unnamed(document: &mut Value) {
    loop {
        let text = document.to_string();
        let Some(schemas) = document["components"]["schemas"].as_object_mut() else { return };
        let before = schemas.len();
        schemas.retain(|name, _| text.contains(&format!("\"#/components/schemas/{name}\"")));
        if schemas.len() == before {
            return;
        }
    }
}

pub(crate) fn object(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn simplified(schemas: &Value) -> Value {
        let uses: Vec<Value> =
            ["Batch", "Span"].map(|name| json!({ "$ref": format!("#/components/schemas/{name}") })).into();
        let mut document = json!({ "components": { "schemas": schemas }, "uses": uses });
        simplify(&mut document, &BTreeSet::new());
        document["components"]["schemas"].take()
    }

    #[test]
    fn what_inherits_a_choice_is_one_object() {
        let schemas = simplified(&json!({
            "Status": { "oneOf": [
                { "type": "object", "required": ["status"], "properties": { "status": { "enum": ["queued"] } } },
                { "type": "object", "required": ["status", "reason"], "properties": {
                    "status": { "enum": ["failed"] }, "reason": { "type": "string" } } },
            ]},
            "Batch": { "description": "One.", "allOf": [
                { "$ref": "#/components/schemas/Status" },
                { "type": "object", "required": ["id"], "properties": { "id": { "type": "string" } } },
            ]},
        }));
        assert_eq!(
            schemas,
            json!({ "Batch": { "description": "One.", "type": "object", "required": ["status", "id"], "properties": {
                "id": { "type": "string" }, "reason": { "type": "string" }, "status": { "enum": ["queued", "failed"] },
            }}})
        );
    }

    #[test]
    fn a_tuple_is_a_list_of_its_length() {
        let number = json!({ "type": "integer" });
        let word = json!({ "type": "string" });
        let tuple = |places: Value| json!({ "type": "array", "items": false, "prefixItems": places });
        let list = |length: usize, items: Value| json!({ "type": "array", "items": items, "minItems": length, "maxItems": length });
        let schemas = simplified(&json!({
            "Span": tuple(json!([number, number])), "Batch": tuple(json!([number, number, word])),
        }));
        assert_eq!(schemas["Span"], list(2, number.clone()));
        assert_eq!(schemas["Batch"], list(3, json!({ "anyOf": [number, word] })));
    }
}
