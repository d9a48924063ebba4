//! The command line: `serve`, and tools for the people who operate the store.

use std::{path::PathBuf, process::ExitCode, time::Duration};

use clap::{Parser, Subcommand};
use tokio::net::TcpListener;
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tracing_subscriber::{EnvFilter, fmt, layer::SubscriberExt, util::SubscriberInitExt};

use crate::{
    accounts, admin, billing, catalogue,
    clock::Clock,
    config::{Config, LogFormat},
    demo, discounts, email,
    print::print_line,
    reports, router, serve, startup,
    state::AppState,
    subscriptions, worker,
};

type Outcome = Result<(), Box<dyn std::error::Error>>;

/// The Heliriiul audiobook store.
#[derive(Parser)]
#[command(name = "heliriiul", version, about)]
struct Cli {
    /// The settings file [default: heliriiul.toml, if it exists].
    #[arg(long, global = true, env = "HELIRIIUL_CONFIG")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the store.
    Serve {
        /// Fill an empty store with the demo content first.
        #[arg(long)]
        seed_demo: bool,
    },
    /// Fill an empty store with the demo books, content and accounts.
    SeedDemo,
    /// Import books.
    #[command(subcommand)]
    Import(catalogue::cli::Import),
    /// Find people and show all that the store knows of their money and access, as JSON.
    #[command(subcommand)]
    People(admin::cli::People),
    /// Manage accounts.
    #[command(subcommand)]
    User(accounts::cli::User),
    /// Create, list and revoke discount codes.
    #[command(subcommand)]
    Discounts(discounts::cli::Discounts),
    /// Create, list and revoke gift cards.
    #[command(subcommand)]
    GiftCards(subscriptions::gift_card_cli::GiftCards),
    /// Show, end, extend or change a subscription.
    #[command(subcommand)]
    Subscriptions(subscriptions::cli::Subscriptions),
    /// Inspect payments, above all those that need a decision.
    #[command(subcommand)]
    Payments(billing::cli::Payments),
    /// Print sales or listening as CSV.
    #[command(subcommand)]
    Report(reports::cli::Report),
    /// List emails that wait, and send them again.
    #[command(subcommand)]
    Email(email::cli::Emails),
    /// Run, list or retry background work.
    #[command(subcommand)]
    Jobs(worker::cli::Jobs),
    /// Rebuild the search index from the database.
    Reindex,
    /// Read the settings, print the result and exit.
    CheckConfig,
}

/// Runs the command in the arguments of the process.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    // This fails when a provider is installed already, which is fine.
    let _ = rustls::crypto::ring::default_provider().install_default();
    match run(cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("heliriiul: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(cli: Cli) -> Outcome {
    let config = Config::load(cli.config.as_deref())?;
    start_logging(config.log_format);
    if matches!(cli.command, Command::CheckConfig) {
        print_line!("{config:#?}");
        return Ok(());
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        // Bounds the memory of range reads and password hashing.
        .max_blocking_threads(32)
        .build()?;
    runtime.block_on(async move {
        let has_index = matches!(cli.command, Command::Serve { .. } | Command::Reindex);
        let app = if has_index {
            startup::open(config, Clock::default()).await?
        } else {
            startup::open_for_command(config, Clock::default()).await?
        };
        let outcome = command(&app, cli.command).await;
        app.db.close().await;
        outcome
    })
}

async fn command(app: &AppState, command: Command) -> Outcome {
    match command {
        Command::Serve { seed_demo } => {
            if seed_demo {
                demo::run_if_empty(app).await?;
            }
            run_server(app).await
        }
        Command::SeedDemo => Ok(demo::run(app).await?),
        Command::Import(what) => Ok(catalogue::cli::import(app, what).await?),
        Command::People(what) => Ok(admin::cli::command(app, what).await?),
        Command::User(what) => Ok(accounts::cli::run(app, what).await?),
        Command::Discounts(what) => Ok(discounts::cli::command(app, what).await?),
        Command::GiftCards(what) => Ok(subscriptions::gift_card_cli::command(app, what).await?),
        Command::Subscriptions(what) => Ok(subscriptions::cli::command(app, what).await?),
        Command::Payments(what) => Ok(billing::cli::command(app, what).await?),
        Command::Report(what) => Ok(reports::cli::command(app, what).await?),
        Command::Email(what) => Ok(email::cli::command(app, what).await?),
        Command::Jobs(what) => Ok(worker::cli::command(app, what).await?),
        Command::Reindex => Ok(app.search.rebuild(&app.catalogue, app.change_feed.applied()).await?),
        Command::CheckConfig => Ok(()),
    }
}

async fn run_server(app: &AppState) -> Outcome {
    let listener = TcpListener::bind(app.config.listen).await?;
    let stop = CancellationToken::new();
    let tasks = TaskTracker::new();
    worker::start(app, &tasks, &stop);
    print_line!("Heliriiul: http://{}", listener.local_addr()?);
    let timeout = Duration::from_secs(app.config.shutdown_seconds);
    let head_limit = Duration::from_secs(app.config.head_seconds);
    let router = router::build(app);
    let deadline = async {
        stop_signal().await;
        tracing::info!("stopping: no new connections, running requests end");
        stop.cancel();
        tokio::time::sleep(timeout).await;
    };
    tokio::select! {
        () = serve::serve(router, head_limit, listener, &stop) => {}
        () = deadline => tracing::warn!("some requests did not end in time"),
    }
    tasks.close();
    let _ = tokio::time::timeout(timeout, tasks.wait()).await;
    Ok(app.served_sound.flush(&app.db, &app.clock).await?)
}

async fn stop_signal() {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = match signal(SignalKind::terminate()) {
        Ok(terminate) => terminate,
        Err(error) => {
            tracing::error!(%error, "SIGTERM cannot be handled");
            return std::future::pending().await;
        }
    };
    tokio::select! {
        _ = terminate.recv() => {}
        _ = tokio::signal::ctrl_c() => {}
    }
}

fn start_logging(format: LogFormat) {
    let filter = EnvFilter::try_from_env("HELIRIIUL_LOG").unwrap_or_else(|_| {
        // Faults of a sound file are reported to its uploader, so symphonia's own messages are not needed.
        EnvFilter::new("info,heliriiul::access=warn,tantivy=warn,sqlx=warn,symphonia=off,lofty=error")
    });
    let registry = tracing_subscriber::registry().with(filter);
    match format {
        LogFormat::Text => registry.with(fmt::layer().with_writer(std::io::stderr)).init(),
        LogFormat::Json => registry.with(fmt::layer().json().with_writer(std::io::stderr)).init(),
    }
}
