//! Load from keep-alive connections: each sends the next request after the whole response.

use std::{
    net::SocketAddr,
    time::{Duration, Instant},
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    task::JoinSet,
};

/// The bytes of a GET request.
#[derive(Clone)]
pub struct Request(String);

impl Request {
    pub fn get(path: &str) -> Self {
        Self(format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n"))
    }

    pub fn with(self, name: &str, value: &str) -> Self {
        Self(format!("{}{name}: {value}\r\n", self.0))
    }
}

pub struct Answer {
    pub status: u16,
    pub body: Vec<u8>,
}

/// The result of a load.
pub struct Load {
    pub answers: usize,
    pub took: Duration,
    /// Sorted.
    pub latencies: Vec<Duration>,
}

impl Load {
    /// Sends `request` on `connections` at once for `time`.
    pub async fn run(address: SocketAddr, request: &Request, connections: usize, time: Duration) -> Self {
        Self::run_each(address, std::slice::from_ref(request), connections, time).await
    }

    /// The same with several requests in rotation.
    pub async fn run_each(
        address: SocketAddr,
        requests: &[Request],
        connections: usize,
        time: Duration,
    ) -> Self {
        let started = Instant::now();
        let mut tasks = JoinSet::new();
        for first in 0..connections {
            let requests = requests.to_vec();
            tasks.spawn(async move {
                let mut connection = Connection::open(address).await;
                let mut latencies = Vec::new();
                for request in requests.iter().cycle().skip(first) {
                    if started.elapsed() >= time {
                        break;
                    }
                    let sent = Instant::now();
                    let answer = connection.send(request).await;
                    assert!(answer.status < 400, "the load was answered {}", answer.status);
                    latencies.push(sent.elapsed());
                }
                latencies
            });
        }
        let mut latencies = Vec::new();
        while let Some(of_one) = tasks.join_next().await {
            latencies.extend(of_one.expect("a connection of the load ended badly"));
        }
        latencies.sort_unstable();
        Self { answers: latencies.len(), took: started.elapsed(), latencies }
    }

    pub fn per_second(&self) -> f64 {
        self.answers as f64 / self.took.as_secs_f64()
    }

    pub fn percentile(&self, percent: usize) -> Duration {
        self.latencies[(self.latencies.len() * percent / 100).min(self.latencies.len() - 1)]
    }
}

/// One request on a new connection.
pub async fn once(address: SocketAddr, request: &Request) -> Answer {
    Connection::open(address).await.send(request).await
}

struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Connection {
    async fn open(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).await.expect("the server takes a connection");
        stream.set_nodelay(true).expect("no delay");
        Self { stream, buffer: vec![0; 256 * 1024] }
    }

    async fn send(&mut self, Request(head): &Request) -> Answer {
        self.stream.write_all(format!("{head}\r\n").as_bytes()).await.expect("the request is taken");
        let mut filled = 0;
        let (status, head_end, length) = loop {
            filled += self.stream.read(&mut self.buffer[filled..]).await.expect("an answer");
            if let Some(end) = find(&self.buffer[..filled], b"\r\n\r\n") {
                let head = String::from_utf8_lossy(&self.buffer[..end]).to_ascii_lowercase();
                let status = head[9..12].parse().expect("a status");
                let length = head
                    .lines()
                    .find_map(|line| line.strip_prefix("content-length:"))
                    .map_or(0, |length| length.trim().parse().expect("a length"));
                break (status, end + 4, length);
            }
            assert!(filled > 0 && filled < self.buffer.len(), "an answer without an end of its head");
        };
        let mut body = self.buffer[head_end..filled].to_vec();
        while body.len() < length {
            let read = self.stream.read(&mut self.buffer).await.expect("the rest of an answer");
            assert!(read > 0, "the server closed in the middle of an answer");
            body.extend_from_slice(&self.buffer[..read]);
        }
        Answer { status, body }
    }
}

fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).position(|window| window == part)
}
