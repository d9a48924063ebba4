//! Rate limits by client address and by account, counted in the database so that all nodes share them.
//!
//! Windows begin at round times. A limit is far above what a person needs and far below what guessing needs.

use std::{
    convert::Infallible,
    fmt,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use axum::{
    extract::{ConnectInfo, FromRef, FromRequestParts},
    http::{HeaderMap, request::Parts},
};
use heliriiul_db::{Db, DbResult, Timestamp, Tx};

use crate::{
    config::Config,
    error::{ApiError, Code},
};

/// At most `most` calls of a subject in each window.
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

    /// Returns a subject of this limit: an address, an account, or both together.
    pub fn of(self, subject: impl fmt::Display) -> Subject {
        Subject { limit: self, key: format!("{}:{subject}", self.name) }
    }

    /// 429 with the seconds until the window ends.
    fn exceeded(&self, now: Timestamp) -> ApiError {
        let end = now.floor(self.window).plus(self.window);
        let seconds = end.since(now).unsigned_abs().div_ceil(1000);
        ApiError::new(Code::TooManyRequests, "Too many calls; see Retry-After.").retry_after(seconds)
    }
}

/// A counted address or account. Always list subjects in the same order, because on PostgreSQL each locks its row.
#[derive(Debug)]
pub struct Subject {
    limit: Limit,
    key: String,
}

/// Counts a call against each limit and commits at once; 429 when one of them is exceeded.
pub async fn count(db: &Db, subjects: &[Subject], now: Timestamp) -> Result<(), ApiError> {
    let mut tx = db.read().await?;
    for subject in subjects {
        let hits: Option<i64> = tx
            .optional_scalar(
                "SELECT hits FROM rate_counters WHERE key = $1 AND window_start = $2",
                (&subject.key, now.floor(subject.limit.window)),
            )
            .await?;
        // Only read for a subject over its limit, because a write costs more.
        if hits.is_some_and(|hits| hits >= subject.limit.most) {
            return Err(subject.limit.exceeded(now));
        }
    }
    drop(tx);
    let mut exceeded = None;
    let mut tx = db.write().await?;
    for subject in subjects {
        let hits: i64 = tx
            .scalar(
                "INSERT INTO rate_counters (key, window_start, hits) VALUES ($1, $2, 1) \
                 ON CONFLICT (key, window_start) DO UPDATE SET hits = rate_counters.hits + 1 RETURNING hits",
                (&subject.key, now.floor(subject.limit.window)),
            )
            .await?;
        if hits > subject.limit.most {
            exceeded = Some(subject.limit);
        }
    }
    tx.commit().await?;
    exceeded.map_or(Ok(()), |limit| Err(limit.exceeded(now)))
}

/// Uncounts a call that turned out to be legitimate.
pub async fn forgive(tx: &mut Tx, subjects: &[Subject], now: Timestamp) -> DbResult<()> {
    for subject in subjects {
        tx.execute(
            "UPDATE rate_counters SET hits = hits - 1 WHERE key = $1 AND window_start = $2 AND hits > 0",
            (&subject.key, now.floor(subject.limit.window)),
        )
        .await?;
    }
    Ok(())
}

/// The origin of a request as a subject of limits: an IPv4 address, or the /64 network of an IPv6 address, since one
/// household has a whole network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientAddress(IpAddr);

impl ClientAddress {
    /// Returns the address if it is an IPv4 address.
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

impl<S: Send + Sync> FromRequestParts<S> for ClientAddress
where
    Arc<Config>: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let config = Arc::<Config>::from_ref(state);
        let peer = parts
            .extensions
            .get::<ConnectInfo<SocketAddr>>()
            .map_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED), |info| info.0.ip());
        Ok(Self(network(client_address(peer, &parts.headers, &config.trusted_proxies))))
    }
}

/// Returns the last address of `X-Forwarded-For` that is not a trusted proxy. A client can forge those before it.
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
    use axum::response::IntoResponse as _;

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
    fn only_trusted_proxies_may_name_the_client() {
        assert_eq!(client("203.0.113.9", &["198.51.100.1"], &[]), "203.0.113.9");
        assert_eq!(client("10.0.0.1", &["198.51.100.1"], &["10.0.0.1"]), "198.51.100.1");
        assert_eq!(client("::ffff:10.0.0.1", &["198.51.100.1"], &["10.0.0.1"]), "198.51.100.1");
        // The client forged the first one.
        assert_eq!(client("10.0.0.1", &["1.1.1.1, 198.51.100.1"], &["10.0.0.1"]), "198.51.100.1");
        assert_eq!(client("10.0.0.1", &["1.1.1.1", "198.51.100.1"], &["10.0.0.1"]), "198.51.100.1");
        let two = ["10.0.0.1", "10.0.0.2"];
        assert_eq!(client("10.0.0.1", &["198.51.100.1, 10.0.0.2"], &two), "198.51.100.1");
        assert_eq!(client("10.0.0.1", &["junk"], &two), "10.0.0.1");
        assert_eq!(client("10.0.0.1", &[], &two), "10.0.0.1");
    }

    #[test]
    fn an_ipv6_client_counts_by_its_network() {
        assert_eq!(client("2001:db8:1:2:3:4:5:6", &[], &[]), "2001:db8:1:2::");
    }

    #[test]
    fn retry_after_is_the_rest_of_the_window() {
        let limit = Limit::new("test", 1, Duration::from_mins(1));
        for (now, seconds) in [(125_000, "55"), (120_000, "60"), (179_999, "1")] {
            let response = limit.exceeded(Timestamp::from_millis(now)).into_response();
            assert_eq!(response.headers()["retry-after"], seconds);
        }
    }
}
