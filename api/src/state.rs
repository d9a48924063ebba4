//! The state that all handlers and jobs share: data alone, opened by `startup`.

use std::{ops::Deref, sync::Arc};

use axum::extract::FromRef;
use heliriiul_db::Db;

use crate::{
    accounts::passwords::Passwords,
    catalogue::Catalogue,
    catalogue::search::Search,
    change_feed::ChangeFeed,
    clock::Clock,
    config::Config,
    content::Content,
    email::Mailer,
    jobs::RunningJobs,
    listening::{CheckedTickets, ServedSound},
    media::Media,
    metrics::Metrics,
    payments::Payments,
    web::Site,
    write_probe::WriteProbe,
};

/// The state of a running store. Cheap to clone.
#[derive(Clone)]
pub struct AppState(Arc<App>);

/// The parts of a running store.
pub struct App {
    pub config: Arc<Config>,
    pub clock: Clock,
    pub db: Db,
    pub catalogue: Catalogue,
    pub content: Content,
    pub change_feed: ChangeFeed,
    pub jobs: RunningJobs,
    pub media: Media,
    pub mailer: Mailer,
    pub passwords: Passwords,
    pub payments: Payments,
    pub search: Search,
    pub site: Site,
    pub served_sound: ServedSound,
    pub checked_tickets: CheckedTickets,
    pub metrics: Metrics,
    pub write_probe: WriteProbe,
}

impl From<App> for AppState {
    fn from(app: App) -> Self {
        Self(Arc::new(app))
    }
}

impl Deref for AppState {
    type Target = App;

    fn deref(&self) -> &App {
        &self.0
    }
}

/// Lets extractors of the ground read the settings without the whole state.
impl FromRef<AppState> for Arc<Config> {
    fn from_ref(app: &AppState) -> Self {
        app.config.clone()
    }
}
