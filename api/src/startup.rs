//! Opens a store: settings, database, media, mail, search index and snapshots.

use heliriiul_db::{Db, DbError};
use thiserror::Error;

use crate::{
    accounts, catalogue, change_feed,
    clock::Clock,
    config::Config,
    content, email, jobs, media, ops, payments, sandbox, secret,
    state::{App, AppState},
    web,
};

/// Why a store cannot start.
#[derive(Debug, Error)]
pub enum StartError {
    #[error("the data folder {0} cannot be used: {1}")]
    DataDir(String, std::io::Error),
    #[error("the database cannot be opened: {0}")]
    Database(#[from] DbError),
    #[error("{0}")]
    Media(#[from] media::MediaError),
    #[error("{0}")]
    Mail(#[from] email::EmailError),
    #[error("{0}")]
    Search(#[from] heliriiul_search::SearchError),
    #[error("{0}")]
    Site(#[from] web::SiteError),
    #[error("the client of the payment provider cannot be made: {0}")]
    Payments(#[from] reqwest::Error),
    #[error("refused in production: {0}")]
    Refused(&'static str),
}

/// Opens everything that the settings name, loads the snapshots and brings the search index up to date.
pub async fn open(config: Config, clock: Clock) -> Result<AppState, StartError> {
    let search = catalogue::search::Search::open(&config.index())?;
    let app = open_with(config, clock, search).await?;
    ops::refuse_unsafe_production(&app.config, &app.db).await?;
    catalogue::search::level(&app).await?;
    Ok(app)
}

/// Opens a store for a command that may run while the server runs. Only the server opens the search index.
pub async fn open_for_command(config: Config, clock: Clock) -> Result<AppState, StartError> {
    open_with(config, clock, catalogue::search::Search::closed()).await
}

async fn open_with(
    config: Config,
    clock: Clock,
    search: catalogue::search::Search,
) -> Result<AppState, StartError> {
    let data_dir = &config.data_dir;
    std::fs::create_dir_all(data_dir)
        .map_err(|error| StartError::DataDir(data_dir.display().to_string(), error))?;
    let db = Db::open(&config.database(), config.database_connections).await?;
    if config.has_sandbox() {
        sandbox::restore_clock(&db, &clock).await?;
    }
    let secret = secret::of(&config).map_err(media::MediaError::from)?;
    let app = AppState::from(App {
        catalogue: catalogue::Catalogue::default(),
        content: content::Content::new(secret.as_bytes()),
        change_feed: change_feed::ChangeFeed::default(),
        jobs: jobs::Runner::default(),
        media: media::Media::open(&config)?,
        mailer: email::Mailer::new(&config)?,
        passwords: accounts::passwords::Passwords::default(),
        payments: payments::Payments::new(&config, secret.as_bytes())?,
        search,
        site: web::Site::new(&config)?,
        metrics: ops::Metrics::install(),
        db,
        clock,
        config,
    });
    change_feed::load(&app).await?;
    Ok(app)
}
