//! Opens a store: settings, database, media, email, search index and snapshots.

use std::sync::Arc;

use heliriiul_db::{Db, DbError};
use thiserror::Error;

use crate::{
    accounts::passwords::Passwords,
    catalogue,
    catalogue::search::Search,
    change_feed::{self, ChangeFeed},
    clock::Clock,
    config::{Config, Environment},
    content, email,
    jobs::RunningJobs,
    listening::{CheckedTickets, ServedSound},
    media,
    metrics::Metrics,
    payments, sandbox, secret,
    state::{App, AppState},
    subscriptions, web,
    write_probe::WriteProbe,
};

/// Why a store cannot start.
#[derive(Debug, Error)]
pub enum StartError {
    #[error("the data folder {0} cannot be used: {1}")]
    DataDir(String, std::io::Error),
    #[error("the database cannot be opened: {0}")]
    Database(#[from] DbError),
    #[error("the secret in the data folder cannot be used: {0}")]
    Secret(std::io::Error),
    #[error("{0}")]
    Media(#[from] media::MediaError),
    #[error("{0}")]
    Email(#[from] email::EmailError),
    #[error("{0}")]
    Search(#[from] heliriiul_search::SearchError),
    #[error("{0}")]
    Site(#[from] web::SiteError),
    #[error("the client of the payment provider cannot be built: {0}")]
    Payments(#[from] reqwest::Error),
    #[error("refused in production: {0}")]
    Refused(&'static str),
}

/// Opens everything that the settings name, loads the snapshots and brings the search index up to date.
pub async fn open(config: Config, clock: Clock) -> Result<AppState, StartError> {
    let search = Search::new(Some(heliriiul_search::SearchIndex::open(&config.index())?));
    let app = open_with(config, clock, search).await?;
    refuse_unsafe_production(&app.config, &app.db).await?;
    app.search.apply_changes(&app.catalogue, &app.db, app.change_feed.applied()).await?;
    Ok(app)
}

/// Opens a store for a command that may run while the server runs. Only the server opens the search index.
pub async fn open_for_command(config: Config, clock: Clock) -> Result<AppState, StartError> {
    open_with(config, clock, Search::new(None)).await
}

async fn open_with(config: Config, clock: Clock, search: Search) -> Result<AppState, StartError> {
    let data_dir = &config.data_dir;
    std::fs::create_dir_all(data_dir)
        .map_err(|error| StartError::DataDir(data_dir.display().to_string(), error))?;
    let db = Db::open(&config.database(), config.database_connections).await?;
    if config.has_sandbox() {
        sandbox::restore_clock(&db, &clock).await?;
    }
    let secret = secret::load(&config).map_err(StartError::Secret)?;
    let app = AppState::from(App {
        catalogue: catalogue::Catalogue::default(),
        content: content::Content::new(secret.as_bytes()),
        change_feed: ChangeFeed::default(),
        jobs: RunningJobs::default(),
        media: media::Media::open(&config, secret.as_bytes())?,
        mailer: email::Mailer::new(&config)?,
        passwords: Passwords::default(),
        payments: payments::Payments::new(&config, secret.as_bytes())?,
        search,
        site: web::Site::new(&config)?,
        served_sound: ServedSound::default(),
        checked_tickets: CheckedTickets::default(),
        metrics: Metrics::install(),
        write_probe: WriteProbe::default(),
        db,
        clock,
        config: Arc::new(config),
    });
    change_feed::load(&app).await?;
    subscriptions::schedule_prices(&app.db, &app.config.shop, app.clock.now()).await?;
    Ok(app)
}

/// A production store must not contain the demo accounts, whose password is public.
async fn refuse_unsafe_production(config: &Config, db: &Db) -> Result<(), StartError> {
    if config.environment == Environment::Production
        && db.scalar("SELECT EXISTS (SELECT 1 FROM users WHERE demo)", ()).await?
    {
        return Err(StartError::Refused("the database holds demo accounts (see `heliriiul user list`)"));
    }
    Ok(())
}
