//! A payment provider that fails, a store that is killed at random moments, and people who buy, subscribe and stop
//! meanwhile. At the end no money may be lost, charged twice or delivered twice. See `docs/payments.md`.
//!
//! The suite runs one short run with a new seed. `cargo test -p heliriiul --test chaos -- --seed 7 --seconds 60`
//! repeats the decisions of a run (not the exact times), and `--runs 10` makes more of them, each with the next seed.
//! It runs on SQLite with one server, or, when `HELIRIIUL_TEST_POSTGRES_URL` names a server, on PostgreSQL with two.

#![expect(clippy::unwrap_used, reason = "a failed unwrap fails the run")]

mod actors;
mod checks;
mod goods;
mod notifications;
mod provider;
mod record;
mod run;
mod store;

use std::{process::ExitCode, time::Duration};

/// The name of the only test, for test runners.
const NAME: &str = "no_money_is_lost";

const SHORT: Duration = Duration::from_secs(6);

struct Arguments {
    seed: u64,
    runs: u64,
    time: Duration,
}

fn main() -> ExitCode {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let has = |name: &str| given.iter().any(|argument| argument == name);
    let value = |name: &str| {
        let index = given.iter().position(|argument| argument == name)?;
        Some(given.get(index + 1).and_then(|value| value.parse().ok()).expect("a number follows"))
    };
    if has("--list") {
        if !has("--ignored") {
            println!("{NAME}: test");
        }
        return ExitCode::SUCCESS;
    }
    // A word that is no option chooses tests by their names.
    if given.first().is_some_and(|first| !first.starts_with("--") && !NAME.contains(first.as_str())) {
        return ExitCode::SUCCESS;
    }
    let arguments = Arguments {
        seed: value("--seed").unwrap_or_else(|| rand::random_range(0..1_000_000)),
        runs: value("--runs").unwrap_or(1),
        time: value("--seconds").map_or(SHORT, Duration::from_secs),
    };
    // The client requires a TLS provider even for plain HTTP.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let failed: Vec<u64> = (arguments.seed..arguments.seed + arguments.runs)
        .filter(|seed| !holds(&runtime.block_on(run::run(*seed, arguments.time))))
        .collect();
    if failed.is_empty() {
        return ExitCode::SUCCESS;
    }
    eprintln!("failed: the seeds {failed:?}");
    ExitCode::FAILURE
}

fn holds(outcome: &run::Outcome) -> bool {
    let run::Outcome { summary, faults, log, data } = outcome;
    if let Some(data) = data {
        for line in log {
            println!("{line}");
        }
        println!("\nthe data: {}", data.display());
    }
    for fault in faults {
        println!("FAULT: {fault}");
    }
    println!("{summary}: {}", if faults.is_empty() { "holds" } else { "FAILED" });
    faults.is_empty()
}
