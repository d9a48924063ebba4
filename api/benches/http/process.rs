//! The release server as a separate process, and its figures from the operating system.

use std::{
    net::{SocketAddr, TcpListener},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use crate::load::{self, Request};

/// The kernel's clock ticks a second, as Linux reports CPU time to programs.
const TICKS: f64 = 100.0;

/// The server binary built in the same profile as this program.
pub fn program() -> PathBuf {
    PathBuf::from(env!("CARGO_BIN_EXE_heliriiul"))
}

/// Further settings of the program.
#[derive(Clone, Default)]
pub struct Settings(Vec<(&'static str, String)>);

impl Settings {
    pub fn database(mut self, url: &str) -> Self {
        self.0.push(("HELIRIIUL_DATABASE_URL", url.to_owned()));
        self
    }

    /// A second server on the same data needs an index of its own.
    pub fn index(mut self, folder: &Path) -> Self {
        self.0.push(("HELIRIIUL_INDEX_DIR", folder.display().to_string()));
        self
    }

    /// Runs a command of the program on a data folder and waits for its end.
    pub fn command(&self, data: &Path, arguments: &[&str]) {
        let status = self.program(data).args(arguments).status().expect("the program runs");
        assert!(status.success(), "heliriiul {arguments:?} failed");
    }

    /// Starts the server on `data`. Returns it and the time until its first response.
    pub async fn start(&self, data: &Path) -> (Server, Duration) {
        let port = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a free port");
        let started = Instant::now();
        let mut server = self.program(data);
        let child = server.arg("serve").env("HELIRIIUL_LISTEN", port.to_string()).spawn();
        let server = Server { address: port, child: child.expect("the server starts") };
        while std::net::TcpStream::connect(port).is_err() {
            assert!(started.elapsed() < Duration::from_mins(1), "the server does not answer");
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        let answer = load::once(port, &Request::get("/healthz")).await;
        assert_eq!(answer.status, 200);
        (server, started.elapsed())
    }

    fn program(&self, data: &Path) -> Command {
        let mut command = Command::new(program());
        command.env("HELIRIIUL_DATA_DIR", data).env("HELIRIIUL_LOG", "error").stdout(Stdio::null());
        command.envs(self.0.iter().map(|(name, value)| (name, value)));
        command
    }
}

/// Runs a command of the program on a data folder and waits for its end.
pub fn command(data: &Path, arguments: &[&str]) {
    Settings::default().command(data, arguments);
}

/// A running server. Dropping it stops the process.
pub struct Server {
    pub address: SocketAddr,
    child: Child,
}

impl Server {
    /// Starts the server on `data`. Returns it and the time until its first response.
    pub async fn start(data: &Path) -> (Self, Duration) {
        Settings::default().start(data).await
    }

    /// CPU time of the process so far, user and system.
    pub fn cpu(&self) -> Duration {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).expect("its figures");
        let after_name = stat.rsplit_once(')').expect("a name").1;
        let fields: Vec<&str> = after_name.split_whitespace().collect();
        let ticks: f64 =
            [fields[11], fields[12]].iter().map(|ticks| ticks.parse::<f64>().expect("ticks")).sum();
        Duration::from_secs_f64(ticks / TICKS)
    }

    /// Resident memory, MB.
    pub fn memory(&self) -> f64 {
        let status =
            std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("its figures");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("its memory");
        line.trim_end_matches("kB").trim().parse::<f64>().expect("kB") / 1_000.0
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
