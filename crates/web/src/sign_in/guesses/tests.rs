use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::*;

fn guesses() -> (Guesses, Arc<AtomicU64>) {
    let seconds = Arc::new(AtomicU64::new(0));
    let ticks = {
        let seconds = seconds.clone();
        Ticks::new(move || Duration::from_secs(seconds.load(Ordering::SeqCst)))
    };
    (Guesses::new(ticks), seconds)
}

fn address(text: &str) -> Option<IpAddr> {
    text.parse().ok()
}

fn waits(result: &Result<Guess>) -> Option<u32> {
    match result {
        Ok(_) => None,
        Err(WebError::TooMany { seconds, .. }) => Some(*seconds),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn guessing_takes_longer_and_longer() {
    let (guesses, seconds) = guesses();
    let wait = |name: &str, from: &str| waits(&guesses.guess(name, address(from)));
    for _ in 0..4 {
        assert_eq!(wait("ada", "192.0.2.1"), None);
    }
    for seconds_to_wait in [2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900] {
        assert_eq!(wait("ada", "192.0.2.1"), Some(seconds_to_wait));
        for (name, from) in [("ada", "192.0.2.2"), ("bob", "192.0.2.1")] {
            let other = guesses.guess(name, address(from)).unwrap();
            guesses.right(&other);
        }
        seconds.fetch_add(seconds_to_wait.into(), Ordering::SeqCst);
        assert_eq!(wait("ada", "192.0.2.1"), None);
    }
    seconds.fetch_add(900, Ordering::SeqCst);
    guesses.right(&guesses.guess("ada", address("192.0.2.1")).unwrap());
    for _ in 0..4 {
        assert_eq!(wait("ada", "192.0.2.1"), None, "afresh after the right one");
    }
    assert_eq!(wait("ada", "192.0.2.1"), Some(2));
    seconds.fetch_add(2 + 901, Ordering::SeqCst);
    assert_eq!(wait("ada", "192.0.2.1"), None, "forgotten");
    assert_eq!(wait("ada", "192.0.2.1"), None);
}

#[test]
fn a_flood_from_many_networks_locks_nobody_else_out() {
    let (guesses, _) = guesses();
    // 105 networks with 98 accounts each, in three arrangements: separate sites, one /48, one /56.
    for shape in ["2001:db8:{}::1", "2001:db8:ffff:{}00::1", "2001:db8:eeee:{}::1"] {
        for network in 0..105 {
            let from = address(&shape.replace("{}", &format!("{network:x}")));
            for name in 0..98 {
                guesses.guess(&format!("account {name}"), from).unwrap();
            }
        }
    }
    for from in ["198.51.100.7", "2001:db8:aaaa::1", "2001:db8:eeee:fff::1"] {
        let right = guesses.guess("account 5", address(from)).unwrap();
        guesses.right(&right);
    }
    assert_eq!(guesses.guess("ada", address("198.51.100.7")).unwrap().rank, 0);
}

#[test]
fn a_network_of_many_addresses_waits_as_one() {
    let (guesses, _) = guesses();
    for (shape, free) in [("2001:db8:1:{}::1", 128), ("2001:db8:2:{}00::1", 512), ("192.0.2.{}", 128)] {
        let from = |number: usize| {
            let hex = shape.contains(':');
            address(&shape.replace("{}", &if hex { format!("{number:x}") } else { number.to_string() }))
        };
        // Each address sends only a few guesses, so no address waits because of its own.
        let wide = if free == 512 { 256 } else { 100 };
        let mut checked = 0;
        for number in (0..wide).chain(0..wide).chain(0..wide) {
            checked += u32::from(guesses.guess("ada", from(number)).is_ok());
        }
        assert_eq!(checked, free + 1, "{shape}");
        assert_eq!(waits(&guesses.guess("ada", from(wide - 1))), Some(2), "{shape}");
        assert!(guesses.guess("bob", from(wide - 1)).is_ok(), "another account");
    }
    assert!(guesses.guess("ada", address("2001:db8:3::1")).is_ok(), "another network");
}

#[test]
fn counts_that_slow_somebody_down_outlast_a_flood() {
    let (guesses, seconds) = guesses();
    let attacker = address("192.0.2.1");
    while guesses.guess("ada", attacker).is_ok() {}
    // More guesses than are remembered, each at another account from another network.
    for number in 0..(2 * MAX_COUNTS as u32) {
        let from = Ipv4Addr::from_bits(0x2c00_0000 + (number << 8)).into();
        guesses.guess(&format!("account {number}"), Some(from)).unwrap();
    }
    assert_eq!(waits(&guesses.guess("ada", attacker)), Some(2));
    assert_eq!(guesses.counts().levels.each_ref().map(|maps| maps.0.is_full()), [true, true, false]);
    // Expired counts make room for new ones.
    seconds.fetch_add(25 * 60 * 60, Ordering::SeqCst);
    for _ in 0..4 {
        assert!(guesses.guess("bob", attacker).is_ok());
    }
    assert_eq!(waits(&guesses.guess("bob", attacker)), Some(2));
    assert!(!guesses.counts().levels[0].0.is_full());
}

#[test]
fn who_was_wrong_comes_after_who_was_not() {
    let (guesses, _) = guesses();
    let rank = |from: &str| {
        let guess = guesses.guess("ada", address(from)).unwrap();
        guesses.take_back(&guess);
        guess.rank
    };
    for number in 0..50 {
        guesses.guess(&format!("account {number}"), address("2001:db8::1")).unwrap();
    }
    let ranks = ["2001:db8::2", "2001:db8:0:1::1", "2001:db8:0:100::1", "2001:db8:1::1"].map(rank);
    assert_eq!(ranks, [150, 100, 50, 0]);
}

#[test]
fn what_nobody_looked_at_costs_nothing() {
    let (guesses, _) = guesses();
    for _ in 0..10 {
        let guess = guesses.guess("ada", None).unwrap();
        assert_eq!(guess.rank, 0);
        guesses.take_back(&guess);
    }
    for _ in 0..4 {
        guesses.guess("ada", None).unwrap();
    }
    assert_eq!(waits(&guesses.guess("ada", None)), Some(2));
}
