//! The language of the Godot engine (`GDScript`), read by the scanner.
//!
//! Decisions, all in the definition below:
//! - `int`, `float` and `bool` are one kind; `true` and `false` are one kind, `null` stays; `and`, `or` and `not` are `&&`,
//!   `||` and `!`.
//! - Names of the engine's classes, methods and nodes are identifiers, except the functions that it calls (`_ready`) and the
//!   functions of a beginner (`print`, `range`). A node's path (`$Player/Gun`) is read as its parts.
//! - Annotations that are often used (`@export`) are keywords.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["godot"],
    endings: &["gd"],
    keywords: "\
        @export @export_range @icon @onready @rpc @tool INF NAN PI TAU Vector2 Vector3 _init _input _physics_process \
        _process _ready abs as assert await break breakpoint class class_name clamp const continue elif else emit_signal \
        enum export extends floor for func get get_node if in instance is lerp load match max min new null onready pass \
        preload print queue_free randi range remote return round self set setget signal static str super tool tween var \
        void when while yield",
    folds: &[
        (BOOLEAN, "true false"),
        (PRIMITIVE_TYPE, "bool float int"),
        ("&&", "and"),
        ("||", "or"),
        ("!", "not"),
    ],
    operators: "\
        ! != $ % %= & && &= ( ) * ** *= + += , - -= -> . .. / /= : := ; < << <<= <= = == > >= >> >>= ? @ [ ] ^ ^= { | |= || } \
        ~",
    line_comments: &["#"],
    quotes: &[Quote::block("\"\"\""), Quote::block("'''"), Quote::line("\""), Quote::line("'")],
    prefixes: "r",
    word_characters: "@",
    ..LanguageDefinition::EMPTY
};
