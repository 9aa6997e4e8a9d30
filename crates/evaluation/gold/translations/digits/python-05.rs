use std::io;

fn main() {
    let mut line = String::new();
    io::stdin().read_line(&mut line).unwrap();
    let mut rest: u128 = line.trim().parse().unwrap();
    let mut digits: Vec<u128> = Vec::new();
    loop {
        let last = rest % 10;
        rest = rest / 10;
        digits.push(last);
        if rest == 0 {
            break;
        }
    }

    println!("{}", digits.iter().sum::<u128>());
    println!("{}", digits.iter().fold(0, |value, digit| 10 * value + digit));
    let mut backwards = digits.clone();
    backwards.reverse();
    println!("{}", if digits == backwards { "yes" } else { "no" });
}
