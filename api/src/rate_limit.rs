//! Rate limits by client address and by account, counted in the database so that they hold across nodes.
//!
//! A window begins at a round time; a limit is far above what a person does and far below what guessing needs.

use std::{
    convert::Infallible,
    fmt,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    time::Duration,
};

use axum::{
    extract::{ConnectInfo, FromRequestParts},
    http::{HeaderMap, request::Parts},
};
use heliriiul_db::{DbError, Timestamp, Tx};

use crate::{
    error::{ApiError, Code},
    state::AppState,
};

/// At most `most` calls a subject in each window.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    pub name: &'static str,
    pub most: i64,
    pub window: Duration,
}

impl Limit {
    pub const fn new(name: &'static str, most: i64, window: Duration) -> Self {
        Self { name, most, window }
    }

    fn window_start(&self, now: Timestamp) -> i64 {
        let window = i64::try_from(self.window.as_millis()).unwrap_or(i64::MAX);
        now.millis() - now.millis().rem_euclid(window)
    }

    /// Whom to count against this limit: an address, an account, or both together.
    pub fn of(self, subject: impl fmt::Display) -> Subject {
        Subject { limit: self, key: format!("{}:{subject}", self.name) }
    }

    /// 429 with the seconds until the window ends.
    fn exceeded(&self, now: Timestamp) -> ApiError {
        let end = Timestamp::from_millis(self.window_start(now)).plus(self.window);
        let seconds = u64::try_from(end.since(now)).unwrap_or_default().div_ceil(1000).max(1);
        ApiError::new(Code::TooManyRequests, "Too many calls; see Retry-After.").retry_after(seconds)
    }
}

/// One that is counted. List them always in the same order: on PostgreSQL each locks its row.
#[derive(Debug)]
pub struct Subject {
    limit: Limit,
    key: String,
}

/// Counts a call against each of the limits, at once and for good; 429 when one of them is exceeded.
pub async fn count(app: &AppState, subjects: &[Subject], now: Timestamp) -> Result<(), ApiError> {
    let mut tx = app.db.read().await?;
    for subject in subjects {
        let hits: Option<i64> = tx
            .optional_scalar(
                "SELECT hits FROM rate_counters WHERE key = $1 AND window_start = $2",
                (&subject.key, subject.limit.window_start(now)),
            )
            .await?;
        // Who is over a limit costs a read, not a write.
        if hits.is_some_and(|hits| hits >= subject.limit.most) {
            return Err(subject.limit.exceeded(now));
        }
    }
    drop(tx);
    let mut exceeded = None;
    let mut tx = app.db.write().await?;
    for subject in subjects {
        let hits: i64 = tx
            .scalar(
                "INSERT INTO rate_counters (key, window_start, hits) VALUES ($1, $2, 1) \
                 ON CONFLICT (key, window_start) DO UPDATE SET hits = rate_counters.hits + 1 RETURNING hits",
                (&subject.key, subject.limit.window_start(now)),
            )
            .await?;
        if hits > subject.limit.most {
            exceeded = Some(subject.limit);
        }
    }
    tx.commit().await?;
    exceeded.map_or(Ok(()), |limit| Err(limit.exceeded(now)))
}

/// Takes back a counted call that turned out to be a rightful one.
pub async fn forgive(tx: &mut Tx, subjects: &[Subject], now: Timestamp) -> Result<(), DbError> {
    for subject in subjects {
        tx.execute(
            "UPDATE rate_counters SET hits = hits - 1 WHERE key = $1 AND window_start = $2 AND hits > 0",
            (&subject.key, subject.limit.window_start(now)),
        )
        .await?;
    }
    Ok(())
}

/// Where a call comes from, as a subject of limits: an IPv4 address, or the /64 network of an IPv6 one, since
/// that much belongs to one subscriber.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientAddress(IpAddr);

impl ClientAddress {
    /// Where the address is one of IPv4.
    pub const fn ipv4(self) -> Option<Ipv4Addr> {
        match self.0 {
            IpAddr::V4(address) => Some(address),
            IpAddr::V6(_) => None,
        }
    }
}

impl fmt::Display for ClientAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromRequestParts<AppState> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, Infallible> {
        let peer = parts
            .extensions
            .get::<ConnectInfo<SocketAddr>>()
            .map_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED), |info| info.0.ip());
        Ok(Self(network(client_address(peer, &parts.headers, &app.config.trusted_proxies))))
    }
}

/// The last address of `X-Forwarded-For` that is not a trusted proxy's; what stands before it anybody may write.
fn client_address(peer: IpAddr, headers: &HeaderMap, trusted: &[IpAddr]) -> IpAddr {
    let mut client = peer.to_canonical();
    let forwarded: Vec<&str> = headers
        .get_all("x-forwarded-for")
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .collect();
    for hop in forwarded.iter().rev() {
        if !trusted.contains(&client) {
            break;
        }
        let Ok(address) = hop.trim().parse::<IpAddr>() else { break };
        client = address.to_canonical();
    }
    client
}

fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(peer: &str, forwarded: &[&str], trusted: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for line in forwarded {
            headers.append("x-forwarded-for", line.parse().unwrap());
        }
        let trusted: Vec<IpAddr> = trusted.iter().map(|address| address.parse().unwrap()).collect();
        network(client_address(peer.parse().unwrap(), &headers, &trusted)).to_string()
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        assert_eq!(client("203.0.113.9", &["198.51.100.1"], &[]), "203.0.113.9");
        assert_eq!(client("10.0.0.1", &["198.51.100.1"], &["10.0.0.1"]), "198.51.100.1");
        assert_eq!(client("::ffff:10.0.0.1", &["198.51.100.1"], &["10.0.0.1"]), "198.51.100.1");
        // The client wrote the first one itself.
        assert_eq!(client("10.0.0.1", &["1.1.1.1, 198.51.100.1"], &["10.0.0.1"]), "198.51.100.1");
        assert_eq!(client("10.0.0.1", &["1.1.1.1", "198.51.100.1"], &["10.0.0.1"]), "198.51.100.1");
        let two = ["10.0.0.1", "10.0.0.2"];
        assert_eq!(client("10.0.0.1", &["198.51.100.1, 10.0.0.2"], &two), "198.51.100.1");
        assert_eq!(client("10.0.0.1", &["junk"], &two), "10.0.0.1");
        assert_eq!(client("10.0.0.1", &[], &two), "10.0.0.1");
    }

    #[test]
    fn a_subscriber_has_one_network() {
        assert_eq!(client("2001:db8:1:2:3:4:5:6", &[], &[]), "2001:db8:1:2::");
    }

    #[test]
    fn retry_after_is_the_rest_of_the_window() {
        let limit = Limit::new("test", 1, Duration::from_mins(1));
        assert_eq!(limit.window_start(Timestamp::from_millis(125_000)), 120_000);
        assert_eq!(limit.window_start(Timestamp::from_millis(120_000)), 120_000);
    }
}
