//! The networks around the address of a client, by which clients are counted.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Number of network sizes.
pub const NETWORK_SIZES: usize = 3;

/// Prefix lengths in IPv4 and IPv6, the narrowest network first: one client, its neighbourhood, a site. One customer gets
/// an IPv6 /64. A site has no usual size in IPv4.
const PREFIXES: [(Option<u32>, u32); NETWORK_SIZES] = [(Some(32), 64), (Some(24), 56), (None, 48)];

/// Returns the networks around an address, the narrowest first. `None`: the size does not apply to the address family.
pub fn networks_around(address: IpAddr) -> [Option<IpAddr>; NETWORK_SIZES] {
    PREFIXES.map(|(v4, v6)| match address.to_canonical() {
        IpAddr::V4(address) => {
            let bits = address.to_bits() & (!0 << (32 - v4?));
            Some(Ipv4Addr::from_bits(bits).into())
        }
        IpAddr::V6(address) => {
            let bits = address.to_bits() & (!0 << (128 - v6));
            Some(Ipv6Addr::from_bits(bits).into())
        }
    })
}

/// Returns the network that counts as one client: an IPv4 address, or the IPv6 /64 from which a host can choose.
pub fn client_network(address: IpAddr) -> IpAddr {
    networks_around(address)[0].unwrap_or(address)
}

/// Returns the widest network around an address.
pub fn widest_network(address: IpAddr) -> IpAddr {
    networks_around(address).into_iter().flatten().last().unwrap_or(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn one_customer_is_one_client() {
        let client = |text| client_network(address(text));
        assert_eq!(client("2001:db8:1:2:3:4:5:6"), client("2001:db8:1:2::9"));
        assert_ne!(client("2001:db8:1:2::"), client("2001:db8:1:3::"));
        assert_eq!(client("::ffff:192.0.2.1"), address("192.0.2.1"));
        assert_eq!(widest_network(address("2001:db8:1:2::9")), address("2001:db8:1::"));
        assert_eq!(widest_network(address("::ffff:192.0.2.1")), address("192.0.2.0"));
    }
}
