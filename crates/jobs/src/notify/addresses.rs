//! Decides to which addresses notifications may be sent. Attack: a user who may upload names an address that only this
//! machine can reach (its own services, others in its network, the metadata service of a cloud) and learns or changes
//! what is there.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ipnet::IpNet;

/// Address ranges from the special-purpose registries of the internet (RFC 6890 and its successors). No public receiver
/// has such an address.
const INTERNAL_NETWORKS: &[&str] = &[
    "0.0.0.0/8",       // this network, this machine
    "10.0.0.0/8",      // private
    "100.64.0.0/10",   // carrier-grade NAT; some clouds' metadata
    "127.0.0.0/8",     // loopback
    "169.254.0.0/16",  // link-local; most clouds' metadata
    "172.16.0.0/12",   // private
    "192.0.0.0/24",    // protocol assignments; a cloud's metadata
    "192.0.2.0/24",    // documentation
    "192.88.99.0/24",  // former 6to4 relays
    "192.168.0.0/16",  // private
    "198.18.0.0/15",   // measurements
    "198.51.100.0/24", // documentation
    "203.0.113.0/24",  // documentation
    "224.0.0.0/4",     // multicast
    "240.0.0.0/4",     // reserved, broadcast
    "::/128",          // this machine
    "::1/128",         // loopback
    "64:ff9b:1::/48",  // translated, private
    "100::/64",        // discard
    "2001::/23",       // protocol assignments, including Teredo
    "2001:db8::/32",   // documentation
    "3fff::/20",       // documentation
    "5f00::/16",       // segment routing
    "fc00::/7",        // unique local; some clouds' metadata
    "fe80::/10",       // link-local
    "fec0::/10",       // former site-local
    "ff00::/8",        // multicast
];

/// Returns whether a notification may be sent to this address. Addresses that only this machine or its network can
/// reach are refused, unless one of the allowed networks contains them.
pub fn is_allowed_receiver(address: IpAddr, allowed: &[IpNet]) -> bool {
    let embedded = embedded_ipv4(address);
    if allowed.iter().any(|network| network.contains(&address) || network.contains(&embedded)) {
        return true;
    }
    let refused = |network: &&str| {
        let network: IpNet = network.parse().expect("the constant holds networks; tested");
        network.contains(&address) || network.contains(&embedded)
    };
    !INTERNAL_NETWORKS.iter().any(refused)
}

/// Returns the IPv4 address that an IPv6 address stands for (mapped, compatible, translated or 6to4), if there is one.
fn embedded_ipv4(address: IpAddr) -> IpAddr {
    let IpAddr::V6(newer) = address else { return address };
    let parts = newer.segments();
    let older = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        IpAddr::V4(Ipv4Addr::new(a, b, c, d))
    };
    match parts {
        [0, 0, 0, 0, 0, 0xffff | 0, high, low] if newer != Ipv6Addr::LOCALHOST && !newer.is_unspecified() => {
            older(high, low)
        }
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] | [0x2002, high, low, ..] => older(high, low),
        _ => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn internal_addresses_are_refused_unless_allowed() {
        let inside = [
            "127.0.0.1",
            "127.9.9.9",
            "0.0.0.0",
            "10.0.0.1",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "169.254.169.254",
            "100.100.100.200",
            "192.0.0.192",
            "224.0.0.1",
            "255.255.255.255",
            "240.0.0.1",
            "198.18.0.1",
            "203.0.113.9",
            "::1",
            "::",
            "fe80::1",
            "fc00::1",
            "fd00:ec2::254",
            "ff02::1",
            "fec0::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::ffff:169.254.169.254",
            "::127.0.0.1",
            "64:ff9b::a9fe:a9fe",
            "64:ff9b:1::1",
            "2002:7f00:1::",
            "2002:a9fe:a9fe::1",
            "2001:db8::1",
            "2001::1",
        ];
        for text in inside {
            let address: IpAddr = text.parse().unwrap();
            assert!(!is_allowed_receiver(address, &[]), "{text}");
            let own = [IpNet::from(address)];
            assert!(is_allowed_receiver(address, &own), "{text}");
        }
        for text in
            ["8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "64:ff9b::808:808", "::ffff:8.8.8.8"]
        {
            assert!(is_allowed_receiver(text.parse().unwrap(), &[]), "{text}");
        }
        let loopback = ["127.0.0.0/8".parse().unwrap()];
        assert!(is_allowed_receiver("::ffff:127.0.0.1".parse().unwrap(), &loopback));
        assert!(!is_allowed_receiver("10.0.0.1".parse().unwrap(), &loopback));
    }
}
