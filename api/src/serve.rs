//! Takes connections and answers their requests, with a limit on how long a client may be silent in one.
//!
//! axum's own loop waits for ever for the head of a request, and so does hyper's look at which version a client speaks.
//! Answers have no such limit: a player that pauses leaves its sound unread for hours.

use std::{
    error::Error as StdError,
    io, iter,
    net::SocketAddr,
    pin::{Pin, pin},
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll},
    time::{Duration, Instant},
};

use axum::{
    Router,
    body::{Body, HttpBody as _},
    extract::{ConnectInfo, Request},
    serve::Listener,
};
use hyper::{
    body::Incoming,
    rt::{Sleep, Timer},
};
use hyper_util::{
    rt::{TokioExecutor, TokioIo},
    server::conn::auto::Builder,
    service::TowerToHyperService,
};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tower::ServiceExt as _;
use tower_http::timeout::{TimeoutBody, TimeoutError};

/// What a client of HTTP/2 begins with.
const HTTP2_PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// Serves the store until `stop`, and then until the running answers have ended.
///
/// `head_limit` bounds how long a client may take for the head of a request.
pub async fn serve(
    router: Router,
    head_limit: Duration,
    mut listener: TcpListener,
    stop: &CancellationToken,
) {
    let connections = TaskTracker::new();
    loop {
        let (stream, peer) = tokio::select! {
            accepted = Listener::accept(&mut listener) => accepted,
            () = stop.cancelled() => break,
        };
        connections.spawn(answer(stream, peer, router.clone(), head_limit, stop.clone()));
    }
    drop(listener);
    connections.close();
    connections.wait().await;
}

async fn answer(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    head_limit: Duration,
    stop: CancellationToken,
) {
    let begun = stop.run_until_cancelled(tokio::time::timeout(head_limit, begins_http2(&stream)));
    let Some(Ok(Ok(is_http2))) = begun.await else { return };
    let service = router.map_request(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        request.map(Body::new)
    });
    let mut builder = Builder::new(TokioExecutor::new());
    builder.http1().timer(HeadTimer::new(head_limit)).header_read_timeout(head_limit);
    let builder = if is_http2 { builder.http2_only() } else { builder.http1_only() };
    let connection = builder.serve_connection(TokioIo::new(stream), TowerToHyperService::new(service));
    let mut connection = pin!(connection);
    tokio::select! {
        // What goes wrong with a connection is its client's; answers that fail are logged where they are made.
        _ = connection.as_mut() => return,
        () = stop.cancelled() => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = connection.await;
}

/// A connection's timer for the heads of its requests.
///
/// Setting a clock for each head would cost more than reading it. Here one rings once in a while, and is set anew if the
/// head that is waited for has time left.
struct HeadTimer(Arc<Mutex<Pin<Box<tokio::time::Sleep>>>>);

impl HeadTimer {
    fn new(limit: Duration) -> Self {
        Self(Arc::new(Mutex::new(Box::pin(tokio::time::sleep(limit)))))
    }
}

impl Timer for HeadTimer {
    fn sleep(&self, duration: Duration) -> Pin<Box<dyn Sleep>> {
        self.sleep_until(Instant::now() + duration)
    }

    fn sleep_until(&self, deadline: Instant) -> Pin<Box<dyn Sleep>> {
        Box::pin(HeadWait { clock: self.0.clone(), deadline })
    }
}

struct HeadWait {
    clock: Arc<Mutex<Pin<Box<tokio::time::Sleep>>>>,
    deadline: Instant,
}

impl Sleep for HeadWait {}

impl Future for HeadWait {
    type Output = ();

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let mut clock = self.clock.lock().unwrap_or_else(PoisonError::into_inner);
        while clock.as_mut().poll(cx).is_ready() {
            if Instant::now() >= self.deadline {
                return Poll::Ready(());
            }
            clock.as_mut().reset(self.deadline.into());
        }
        Poll::Pending
    }
}

/// Looks at the first bytes, which stay to be read.
async fn begins_http2(stream: &TcpStream) -> io::Result<bool> {
    let mut begin = [0; HTTP2_PREFACE.len()];
    loop {
        let length = stream.peek(&mut begin).await?;
        if length == HTTP2_PREFACE.len() || length == 0 || !HTTP2_PREFACE.starts_with(&begin[..length]) {
            return Ok(begin == HTTP2_PREFACE);
        }
        // What has been peeked at counts as there to be read, so nothing tells of more.
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// The request with a limit on how long its body may pause. Most have none, and pay nothing.
pub fn paced(request: Request, limit: Duration) -> Request {
    if request.body().is_end_stream() {
        return request;
    }
    request.map(|body| Body::new(TimeoutBody::new(limit, body)))
}

/// Whether a body could not be read because its client was silent for too long.
pub fn is_late(error: &(dyn StdError + 'static)) -> bool {
    iter::successors(Some(error), |&error| error.source()).any(<dyn StdError>::is::<TimeoutError>)
}
