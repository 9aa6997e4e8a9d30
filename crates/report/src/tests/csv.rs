//! The table.

use super::sample::Sample;
use crate::csv;

#[test]
fn the_table_has_all_numbers_and_no_formula() {
    insta::assert_snapshot!(String::from_utf8(csv(&Sample::new().report())).unwrap());
}
