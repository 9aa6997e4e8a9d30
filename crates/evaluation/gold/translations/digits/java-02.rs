use std::io;

fn main() {
    let input = io::read_to_string(io::stdin()).expect("no input");
    let number = input.split_whitespace().next().expect("a number");
    let mirrored: String = number.chars().rev().collect();

    let total: u32 = number.chars().filter_map(|digit| digit.to_digit(10)).sum();
    println!("{total}");
    match mirrored.trim_start_matches('0') {
        "" => println!("0"),
        stripped => println!("{stripped}"),
    }
    println!("{}", if number == mirrored { "yes" } else { "no" });
}
