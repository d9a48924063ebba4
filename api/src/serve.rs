//! Accepts connections and serves their requests, with a limit on how long a client may send nothing within a request.
//!
//! axum's own loop waits without limit for the head of a request, and so does hyper when it detects the HTTP version.
//! Responses have no limit: a paused player does not read its sound for hours.

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

/// The first bytes of an HTTP/2 client.
const HTTP2_PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// Serves the store until `stop`, then until the running requests have ended.
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
        connections.spawn(serve_connection(stream, peer, router.clone(), head_limit, stop.clone()));
    }
    drop(listener);
    connections.close();
    connections.wait().await;
}

async fn serve_connection(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    head_limit: Duration,
    stop: CancellationToken,
) {
    let version = stop.run_until_cancelled(tokio::time::timeout(head_limit, begins_http2(&stream)));
    let Some(Ok(Ok(is_http2))) = version.await else { return };
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
        // Connection errors are those of the client. Failed requests are logged by their handlers.
        _ = connection.as_mut() => return,
        () = stop.cancelled() => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = connection.await;
}

/// A connection's timer for the heads of its requests.
///
/// A new timer for each head would cost more than reading the head. Here one timer fires rarely, and is reset if the
/// present head has time left.
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
        Box::pin(HeadWait { timer: self.0.clone(), deadline })
    }
}

struct HeadWait {
    timer: Arc<Mutex<Pin<Box<tokio::time::Sleep>>>>,
    deadline: Instant,
}

impl Sleep for HeadWait {}

impl Future for HeadWait {
    type Output = ();

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let mut timer = self.timer.lock().unwrap_or_else(PoisonError::into_inner);
        while timer.as_mut().poll(cx).is_ready() {
            if Instant::now() >= self.deadline {
                return Poll::Ready(());
            }
            timer.as_mut().reset(self.deadline.into());
        }
        Poll::Pending
    }
}

/// Peeks at the first bytes without consuming them.
async fn begins_http2(stream: &TcpStream) -> io::Result<bool> {
    let mut start = [0; HTTP2_PREFACE.len()];
    loop {
        let length = stream.peek(&mut start).await?;
        if length == HTTP2_PREFACE.len() || length == 0 || !HTTP2_PREFACE.starts_with(&start[..length]) {
            return Ok(start == HTTP2_PREFACE);
        }
        // The peeked bytes keep the stream readable, so waiting for readability would not wait for more.
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Limits how long the body of a request may pause. Requests without a body are unchanged.
pub fn with_body_timeout(request: Request, limit: Duration) -> Request {
    if request.body().is_end_stream() {
        return request;
    }
    request.map(|body| Body::new(TimeoutBody::new(limit, body)))
}

/// Returns whether reading a body failed because it paused for too long.
pub fn is_body_timeout(error: &(dyn StdError + 'static)) -> bool {
    iter::successors(Some(error), |&error| error.source()).any(<dyn StdError>::is::<TimeoutError>)
}
