//! The statements of the papers on resemblance and containment, compared with slow implementations of their
//! definitions, and by simulation with fixed seeds.

mod estimators;
mod evasion;
mod examples;
mod ids;
mod oracle;
mod parameters;
mod shingles;
mod sketching;
