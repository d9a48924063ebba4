//! Metrics for Prometheus, and the metric and the log line of each request.

use std::{
    cell::RefCell,
    collections::HashMap,
    sync::OnceLock,
    time::{Duration, Instant},
};

use axum::{
    extract::{MatchedPath, Request},
    http::{HeaderValue, Method, StatusCode},
};
use metrics::{Counter, Histogram};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};

/// How often the samples of histograms are drained.
const UPKEEP: Duration = Duration::from_secs(5);

/// The recorder of this process. Stores in one process share it.
#[derive(Clone)]
pub struct Metrics(PrometheusHandle);

impl Metrics {
    pub fn install() -> Self {
        static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
        let handle = HANDLE.get_or_init(|| {
            let builder = PrometheusBuilder::new();
            let recorder = builder.build_recorder();
            let handle = recorder.handle();
            if metrics::set_global_recorder(recorder).is_err() {
                tracing::warn!("another metrics recorder is installed; /metrics stays empty");
            }
            handle
        });
        Self(handle.clone())
    }

    /// Returns the metrics in the text format of Prometheus.
    pub fn render(&self) -> String {
        self.0.render()
    }

    /// Drains the samples regularly. Otherwise they would accumulate while `/metrics` is not read.
    pub async fn drain_samples(self) {
        let mut ticks = tokio::time::interval(UPKEEP);
        loop {
            ticks.tick().await;
            self.0.run_upkeep();
        }
    }
}

/// A request in progress. Its end writes one metric and one log line.
pub struct Observed {
    started: Instant,
    method: &'static str,
    route: String,
}

impl Observed {
    /// Records the route in place of the path, which may contain tokens.
    pub fn of(request: &Request) -> Self {
        Self {
            started: Instant::now(),
            method: method_name(request.method()),
            route: request
                .extensions()
                .get::<MatchedPath>()
                .map_or_else(|| "unmatched".to_owned(), |path| path.as_str().to_owned()),
        }
    }

    pub fn end(self, status: StatusCode, request_id: &HeaderValue) {
        let took = self.started.elapsed();
        tracing::info!(
            target: "heliriiul::access",
            request_id = %String::from_utf8_lossy(request_id.as_bytes()),
            method = self.method,
            route = self.route,
            status = status.as_u16(),
            micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX)
        );
        METERS.with_borrow_mut(|meters| {
            let (requests, seconds) =
                meters.entry((self.method, status, self.route)).or_insert_with_key(meters_of);
            requests.increment(1);
            seconds.record(took);
        });
    }
}

/// Counts unknown methods as one, since clients can invent any number of them.
fn method_name(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}

/// Method, status and route. There are few of each, since the routes are those of the router.
type MeterKey = (&'static str, StatusCode, String);

thread_local! {
    /// Looking up a meter by its labels costs more than all the rest of the measurement.
    static METERS: RefCell<HashMap<MeterKey, (Counter, Histogram)>> = RefCell::default();
}

fn meters_of((method, status, route): &MeterKey) -> (Counter, Histogram) {
    let labels =
        [("method", method.to_string()), ("route", route.clone()), ("status", status.as_str().to_owned())];
    let requests = metrics::counter!("http_requests_total", &labels);
    (requests, metrics::histogram!("http_request_seconds", "route" => route.clone()))
}
