//! Algorithms of the papers that only the experiments and benchmarks use: the selections that the winnowing paper
//! compares with winnowing, and the near-duplicate sketches that Broder's sketches are compared with. Pure.

pub mod banding;
pub mod density;
pub mod exact;
pub mod short_ids;
pub mod super_shingles;
#[cfg(test)]
mod tests;
pub mod zero_mod_p;
