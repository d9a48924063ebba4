//! Speed and memory of the release server over HTTP, compared with a plain axum handler that sends the same bytes.
//!
//! `make bench` runs it; a word after `--` runs one part: `store`, `desk`, `servers`, `search` or `listening`. Each pair is measured
//! alternately within one run, so a busy machine slows both. The measured process
//! is never this one; its CPU time comes from the operating system.

#![expect(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "figures for people, not amounts of money"
)]

mod desk;
mod listening;
mod load;
mod plain;
mod process;
mod store;

use std::{path::Path, time::Duration};

use load::{Load, Request};
use process::Server;

const CONNECTIONS: usize = 32;
const TURN: Duration = Duration::from_secs(2);
const TURNS: usize = 3;

/// A line of the report: the measurement, the goal, and whether it holds.
struct Line {
    what: String,
    measured: String,
    goal: String,
    holds: bool,
}

fn main() {
    // The plain server is this program in a second process.
    let mut arguments = std::env::args().skip(1);
    if arguments.next().as_deref() == Some("--plain") {
        let file = arguments.next().expect("the file to send");
        return plain::serve(Path::new(&file));
    }
    // The client requires a TLS provider even for plain HTTP.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let part = std::env::args().skip(1).find(|argument| !argument.starts_with("--"));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let lines = runtime.block_on(measure(part.as_deref()));
    let width = lines.iter().map(|line| line.what.chars().count()).max().unwrap_or(0);
    for line in &lines {
        let mark = if line.holds { "holds" } else { "MISSED" };
        println!("{:<width$}  {:<44}  {:<34}  {mark}", line.what, line.measured, line.goal);
    }
    let missed = lines.iter().filter(|line| !line.holds).count();
    println!("\n{} of {} goals hold", lines.len() - missed, lines.len());
    if missed > 0 {
        std::process::exit(1);
    }
}

async fn measure(part: Option<&str>) -> Vec<Line> {
    let asked = |name: &str| part.is_none_or(|part| part == name);
    let mut lines = Vec::new();
    if asked("store") || asked("desk") {
        let demo = store::demo();
        if asked("store") {
            lines.extend(pages_and_media(&demo).await);
        }
        if asked("desk") {
            lines.extend(desk::long_page(&demo).await);
        }
    }
    if asked("servers") {
        lines.extend(desk::two_servers().await);
    }
    if asked("search") {
        lines.extend(store::search_among(10_000).await);
    }
    if asked("listening") {
        lines.extend(listening::measure().await);
    }
    lines
}

async fn pages_and_media(demo: &Path) -> Vec<Line> {
    let mut lines = Vec::new();
    let (server, started_in) = Server::start(demo).await;
    lines.push(Line {
        what: "first answer after the start".into(),
        measured: format!("{:.3} s", started_in.as_secs_f64()),
        goal: "at most 0.3 s".into(),
        holds: started_in <= Duration::from_millis(300),
    });
    let book = store::first_book(&server).await;
    let pages = [
        ("all books", "/api/books".to_owned(), None),
        ("24 books", "/api/books?limit=24&sort=title".to_owned(), Some(0.03)),
        ("a book", format!("/api/books/slug/{}", book.slug), Some(0.03)),
        ("a rendered book page", format!("/raamatud/{}", book.slug), Some(0.03)),
    ];
    for (what, path, cpu_goal) in pages {
        lines.extend(compare(&server, what, &path, cpu_goal).await);
    }
    lines.push(store::range_beside_nginx(&server, &book).await);
    let memory = server.memory();
    lines.push(Line {
        what: "memory after the run".into(),
        measured: format!("{memory:.0} MB"),
        goal: "under 120 MB".into(),
        holds: memory < 120.0,
    });
    lines
}

/// Measures the server and the plain handler alternately; the best turn of each counts.
async fn compare(server: &Server, what: &str, path: &str, cpu_goal: Option<f64>) -> Vec<Line> {
    let request = Request::get(path).with("Accept-Encoding", "br");
    let body = load::once(server.address, &request).await.body;
    let plain = plain::start(&body);
    let plain_request = Request::get("/").with("Accept-Encoding", "br");
    let (mut ours, mut theirs, mut answers, mut cpu) = (0.0_f64, 0.0_f64, 0, Duration::ZERO);
    for _ in 0..TURNS {
        let before = server.cpu();
        let load = Load::run(server.address, &request, CONNECTIONS, TURN).await;
        cpu += server.cpu().saturating_sub(before);
        answers += load.answers;
        ours = ours.max(load.per_second());
        theirs = theirs.max(Load::run(plain.address, &plain_request, CONNECTIONS, TURN).await.per_second());
    }
    let ratio = ours / theirs;
    let mut lines = vec![Line {
        what: what.to_owned(),
        measured: format!("{ours:.0}/s, plain {theirs:.0}/s: {ratio:.2} ({} B)", body.len()),
        goal: "at least 0.70 of the plain handler".into(),
        holds: ratio >= 0.7,
    }];
    if let Some(goal) = cpu_goal {
        let each = cpu.as_secs_f64() * 1_000.0 / answers as f64;
        lines.push(Line {
            what: format!("{what}: CPU of an answer"),
            measured: format!("{each:.4} ms"),
            goal: format!("at most {goal} ms"),
            holds: each <= goal,
        });
    }
    lines
}
