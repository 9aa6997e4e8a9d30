//! Parameters of sketches: their text, rejected parameters, and sketches that cannot be compared.

use std::num::{NonZeroU64, NonZeroUsize};

use chaffinch_sketch::sketch::{Malformed, Parameter, ParameterError, Resampling};
use chaffinch_sketch::{IdHash, Key, KeyId, Mismatch, Parameters, Sample, Shingling, Sketch, Sketcher};
use proptest::prelude::*;

use crate::oracle::tokens;

fn n(number: usize) -> NonZeroUsize {
    NonZeroUsize::new(number).expect("not zero")
}

fn m(number: u64) -> NonZeroU64 {
    NonZeroU64::new(number).expect("not zero")
}

#[test]
fn the_text_of_the_standard() {
    let text = "shingle=10 shingling=set hash=mixed bits=64 key=0000000000000000 sample=mod:25";
    assert_eq!(Parameters::STANDARD.to_string(), text);
    assert_eq!(text.parse(), Ok(Parameters::STANDARD));
}

proptest! {
    #[test]
    fn texts_come_back(
        shingle in 1_usize..100, labelled: bool, rabin: bool, again: bool, bits in 8_u32..=64, key: u64, kind in 0..5, s in 1_usize.., modulus in 1_u64..,
    ) {
        let sample = match kind {
            0 => Sample::Minimum(n(s)),
            1 => Sample::Modulus(m(modulus)),
            2 => Sample::MinimumOfModulus(n(s), m(modulus)),
            3 => Sample::LadderTo(n(s), m(modulus)),
            _ => Sample::Ladder(n(s)),
        };
        let parameters = Parameters {
            shingle: n(shingle),
            shingling: if labelled { Shingling::Labelled } else { Shingling::Set },
            bits,
            key: KeyId::from_number(key),
            sample,
            hash: if rabin { IdHash::Rabin } else { IdHash::Mixed },
            resampled: again.then_some(Resampling { key: KeyId::from_number(!key), sample }),
        };
        prop_assert_eq!(parameters.to_string().parse(), Ok(parameters));
    }

    #[test]
    fn other_texts_are_refused(text: String) {
        prop_assert!(text.parse::<Parameters>().is_err());
    }
}

#[test]
fn near_misses_are_refused() {
    let good = Parameters::STANDARD.to_string();
    for (from, to) in [
        ("10", "0"),
        ("10", "+10"),
        ("set", "bag"),
        ("mixed", "md5"),
        ("bits=64 ", ""),
        ("mod:25", "mod:0"),
        ("mod:25", "mod:25 x=1"),
    ] {
        let bad = good.replacen(from, to, 1);
        let refused = bad.parse::<Parameters>().expect_err("no parameters");
        assert!(refused.to_string().contains(&bad), "{refused}");
    }
}

#[test]
fn impossible_parameters_are_refused() {
    let secret = Key::from_seed(1);
    let refused = Sketcher::new(Parameters::STANDARD, &secret).expect_err("another key");
    assert_eq!(refused, ParameterError::Key { named: KeyId::PUBLIC, given: secret.id() });
    for bits in [0, 7, 65] {
        let parameters = Parameters { bits, ..Parameters::STANDARD };
        let refused = Sketcher::new(parameters, &Key::PUBLIC).expect_err("too long or too short");
        assert_eq!(
            refused.to_string(),
            format!("ids of {bits} bits; at least 8 and at most 64 are possible")
        );
    }
}

#[test]
fn different_sketches_do_not_compare() {
    let document = tokens(&(0..500).collect::<Vec<_>>());
    let sketch = |parameters: Parameters, key: &Key| {
        Sketcher::new(Parameters { key: key.id(), ..parameters }, key).expect("possible").sketch(&document)
    };
    let standard = sketch(Parameters::STANDARD, &Key::PUBLIC);
    let p = Parameters::STANDARD;
    let others = [
        (Parameter::Shingle, sketch(Parameters { shingle: n(9), ..p }, &Key::PUBLIC)),
        (Parameter::Shingling, sketch(Parameters { shingling: Shingling::Labelled, ..p }, &Key::PUBLIC)),
        (Parameter::Bits, sketch(Parameters { bits: 40, ..p }, &Key::PUBLIC)),
        (Parameter::Key, sketch(p, &Key::from_seed(1))),
        (Parameter::Sample, sketch(Parameters { sample: Sample::Modulus(m(24)), ..p }, &Key::PUBLIC)),
        (Parameter::Sample, sketch(Parameters { sample: Sample::Minimum(n(25)), ..p }, &Key::PUBLIC)),
    ];
    for (what, other) in others {
        assert_eq!(standard.resemblance(&other), Err(Mismatch::Parameter(what)));
        assert_eq!(other.containment_in(&standard), Err(Mismatch::Parameter(what)));
    }
    let smallest = sketch(Parameters { sample: Sample::Minimum(n(25)), ..p }, &Key::PUBLIC);
    assert_eq!(smallest.containment_in(&smallest), Err(Mismatch::NoContainment));
}

#[test]
fn stored_sketches_are_checked() {
    let modulus = Parameters { sample: Sample::Modulus(m(5)), ..Parameters::STANDARD };
    let ladder = Parameters { sample: Sample::Ladder(n(100)), ..Parameters::STANDARD };
    let short = Parameters { bits: 8, ..modulus };
    let few = Parameters { sample: Sample::Minimum(n(2)), ..Parameters::STANDARD };
    let check = |parameters, level, values: &[u64]| {
        Sketch::from_parts(parameters, level, values.to_vec()).map(|_| ())
    };
    assert_eq!(check(modulus, 0, &[0, 5, 25]), Ok(()));
    assert_eq!(check(modulus, 0, &[5, 5]), Err(Malformed::Order));
    assert_eq!(check(modulus, 0, &[10, 5]), Err(Malformed::Order));
    assert_eq!(check(modulus, 0, &[5, 6]), Err(Malformed::Value));
    assert_eq!(check(modulus, 1, &[5, 10]), Err(Malformed::Level));
    assert_eq!(check(short, 0, &[255]), Ok(()));
    assert_eq!(check(short, 0, &[260]), Err(Malformed::Value));
    assert_eq!(check(ladder, 2, &[4, 8]), Ok(()));
    assert_eq!(check(ladder, 3, &[4, 8]), Err(Malformed::Value));
    assert_eq!(check(ladder, 64, &[0]), Err(Malformed::Level));
    assert_eq!(check(few, 0, &[1, 2]), Ok(()));
    assert_eq!(check(few, 0, &[1, 2, 3]), Err(Malformed::Value));
}

#[test]
fn keys_do_not_show() {
    let key = Key::new(*b"a secret of thirty-two bytes ...");
    assert_eq!(format!("{key:?}"), format!("Key({})", key.id()));
    assert_ne!(key.id(), KeyId::PUBLIC);
    assert_eq!(Key::PUBLIC.id(), KeyId::PUBLIC);
}
