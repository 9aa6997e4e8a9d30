//! Attacks with many silent connections.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Instant;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::net::{TcpSocket, TcpStream};

use super::{MAX_MEMORY, Target, full, row_within};

/// Number of addresses of this machine from which connections come.
const ADDRESSES: u8 = 12;

/// Connects from an address of this machine.
async fn connect(to: SocketAddr, from: u8) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind((Ipv4Addr::new(127, 0, 0, from), 0).into()).unwrap();
    socket.connect(to).await.unwrap()
}

pub(super) async fn attacked(database: &str, target: &Target) {
    // The attacker is this process, which needs many open files.
    let limit = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit }).unwrap();
    let to: SocketAddr = target.address.trim_start_matches("http://").parse().unwrap();
    let of_each = if full() { 500 } else { 130 };
    let (gauge, began) = (target.gauge(), Instant::now());
    let mut silent = Vec::new();
    for _ in 0..of_each {
        for from in 1..=ADDRESSES {
            silent.push(connect(to, from).await);
        }
        // New clients are served.
        target.client.page("/healthz").await;
        target.client.page(&format!("/batches/{}", target.batch)).await;
    }
    let open = fs::read_dir(format!("/proc/{}/fd", target.process.id())).unwrap().count();
    assert!(open < 4096 + 512, "{open} open files");
    let reading = gauge.read().await;
    let what = format!("{} connections that say nothing, of {ADDRESSES} addresses", silent.len());
    row_within(MAX_MEMORY, database, &what, "served beside", &reading, began.elapsed());
    target.is_unharmed().await;
}
