//! The reference: an axum server with one handler that sends bytes from memory.

use std::{
    io::Write as _,
    net::SocketAddr,
    path::Path,
    process::{Child, Command, Stdio},
};

use axum::{Router, http::header, routing::get};
use bytes::Bytes;
use tempfile::NamedTempFile;

/// A running plain server. Dropping it stops the process.
pub struct Plain {
    pub address: SocketAddr,
    child: Child,
    _body: NamedTempFile,
}

impl Drop for Plain {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts a plain server of `body` in a separate process.
pub fn start(body: &[u8]) -> Plain {
    let mut file = NamedTempFile::new().expect("a temporary file");
    file.write_all(body).expect("the body is kept");
    let own = std::env::current_exe().expect("this program");
    let mut child = Command::new(own)
        .arg("--plain")
        .arg(file.path())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the plain server starts");
    let out = child.stdout.take().expect("its output");
    let mut line = String::new();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(out), &mut line).expect("its address");
    Plain { address: line.trim().parse().expect("an address"), child, _body: file }
}

/// The process of the plain server.
pub fn serve(file: &Path) {
    let body = Bytes::from(std::fs::read(file).expect("the body"));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let handler = move || {
            let body = body.clone();
            async move { ([(header::CONTENT_TYPE, "application/json"), (header::CONTENT_ENCODING, "br")], body) }
        };
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        println!("{}", listener.local_addr().expect("its address"));
        axum::serve(listener, Router::new().route("/", get(handler))).await.expect("serving");
    });
}
