//! The ending of a file name, which says how the file is read.

/// Divides a path before the ending of its file name, which begins with its last dot. A name that begins with this dot has no
/// ending.
pub fn split_ending(path: &str) -> (&str, &str) {
    let name = path.rfind(['/', '\\']).map_or(0, |slash| slash + 1);
    match path[name..].rfind('.') {
        Some(dot) if dot > 0 => path.split_at(name + dot),
        _ => (path, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::split_ending;

    #[test]
    fn only_the_last_part_is_an_ending() {
        for (path, stem, ending) in [
            ("ada/main.c", "ada/main", ".c"),
            ("a.b/main", "a.b/main", ""),
            ("a\\b.c\\main", "a\\b.c\\main", ""),
            ("a/.ada", "a/.ada", ""),
            ("ada.tar.gz", "ada.tar", ".gz"),
            ("", "", ""),
        ] {
            assert_eq!(split_ending(path), (stem, ending));
        }
    }
}
