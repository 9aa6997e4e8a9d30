//! What the papers state about these algorithms, against definitions written with no thought of speed, and by simulation
//! with fixed seeds.

mod banding;
mod exact;
mod selection;
mod short_ids;
mod signatures;
mod super_shingles;
