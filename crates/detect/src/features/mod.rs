//! Features of submissions (k-grams, statements, forms, texts, lines) and their rarity.

pub(crate) mod all_views;
pub(crate) mod constant_tables;
pub(crate) mod document_frequency;
pub(crate) mod evidence;
pub(crate) mod forms;
pub(crate) mod long_runs;
pub(crate) mod passages;
pub(crate) mod selective;
pub(crate) mod usual;
pub(crate) mod view;
