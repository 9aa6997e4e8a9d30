//! What the papers on resemblance and containment state, against oracles written from their definitions with no
//! thought of speed, and by simulation with fixed seeds.

mod estimators;
mod evasion;
mod examples;
mod ids;
mod oracle;
mod parameters;
mod shingles;
mod sketching;
