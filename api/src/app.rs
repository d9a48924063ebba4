//! The running store: its state, its router and its background work.

use std::{ops::Deref, sync::Arc, time::Duration};

use axum::{
    Router,
    extract::{DefaultBodyLimit, Request, State},
    http::{HeaderName, HeaderValue, Uri, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use heliriiul_db::{Db, DbError};
use thiserror::Error;
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;

use crate::{
    accounts, catalogue,
    clock::Clock,
    config::Config,
    content,
    error::{ApiError, Code, render_problem},
    freshness, jobs, mail, media, openapi, ops,
    ops::Observed,
    payments, secret, serve, web,
};

/// A proxy may give an id; it goes into logs and answers.
const LONGEST_REQUEST_ID: usize = 64;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Bodies of API calls; the media and editor uploads set their own.
const BODY_LIMIT: usize = 64 * 1024;

/// Shared by all handlers. Cheap to clone.
#[derive(Clone)]
pub struct AppState(Arc<App>);

/// The parts of a running store.
pub struct App {
    pub config: Config,
    pub clock: Clock,
    pub db: Db,
    pub catalogue: catalogue::Catalogue,
    pub content: content::Content,
    pub freshness: freshness::Freshness,
    pub jobs: jobs::Runner,
    pub media: media::Media,
    pub mailer: mail::Mailer,
    pub passwords: accounts::passwords::Passwords,
    pub payments: payments::Payments,
    pub search: catalogue::search::Search,
    pub site: web::Site,
    pub metrics: ops::Metrics,
}

impl Deref for AppState {
    type Target = App;

    fn deref(&self) -> &App {
        &self.0
    }
}

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
    Mail(#[from] mail::MailError),
    #[error("{0}")]
    Search(#[from] heliriiul_search::SearchError),
    #[error("{0}")]
    Site(#[from] web::SiteError),
    #[error("the client of the payment provider cannot be made: {0}")]
    Payments(#[from] reqwest::Error),
    #[error("refused in production: {0}")]
    Refused(&'static str),
}

impl AppState {
    /// Opens everything that the settings name, loads the snapshot and brings the search index level with it.
    pub async fn open(config: Config, clock: Clock) -> Result<Self, StartError> {
        let search = catalogue::search::Search::open(&config.index())?;
        let app = Self::open_with(config, clock, search).await?;
        ops::refuse_unsafe_production(&app.config, &app.db).await?;
        catalogue::search::level(&app).await?;
        Ok(app)
    }

    /// For commands that may run beside the server, which alone has the search index.
    pub async fn open_beside(config: Config, clock: Clock) -> Result<Self, StartError> {
        Self::open_with(config, clock, catalogue::search::Search::closed()).await
    }

    async fn open_with(
        config: Config,
        clock: Clock,
        search: catalogue::search::Search,
    ) -> Result<Self, StartError> {
        let data_dir = &config.data_dir;
        std::fs::create_dir_all(data_dir)
            .map_err(|error| StartError::DataDir(data_dir.display().to_string(), error))?;
        let db = Db::open(&config.database(), config.database_connections).await?;
        if config.has_sandbox() {
            payments::sandbox::restore_clock(&db, &clock).await?;
        }
        let secret = secret::of(&config).map_err(media::MediaError::from)?;
        let app = Self(Arc::new(App {
            catalogue: catalogue::Catalogue::default(),
            content: content::Content::new(secret.as_bytes()),
            freshness: freshness::Freshness::default(),
            jobs: jobs::Runner::default(),
            media: media::Media::open(&config)?,
            mailer: mail::Mailer::new(&config)?,
            passwords: accounts::passwords::Passwords::default(),
            payments: payments::Payments::new(&config, secret.as_bytes())?,
            search,
            site: web::Site::new(&config)?,
            metrics: ops::Metrics::install(),
            db,
            clock,
            config,
        }));
        freshness::load(&app).await?;
        Ok(app)
    }

    /// Starts the work that goes on beside requests; it ends when `stop` is cancelled.
    pub fn start_background(&self, tasks: &TaskTracker, stop: &CancellationToken) {
        tasks.spawn(stop.clone().run_until_cancelled_owned(freshness::follow(self.clone())));
        tasks.spawn(stop.clone().run_until_cancelled_owned(ops::keep_metrics_small(self.clone())));
        tasks.spawn(jobs::run(self.clone(), stop.clone()));
    }

    /// The whole store as one router.
    pub fn router(&self) -> Router {
        let (api, document) = openapi::build(self);
        let api = api.fallback(unknown_address).method_not_allowed_fallback(unknown_method);
        let inside = web::Inside::new(api.clone().with_state(self.clone()));
        Router::new()
            .nest("/api", api)
            .merge(openapi::pages(document))
            .merge(media::router())
            .merge(ops::router())
            .merge(payments::sandbox::router(self))
            .merge(mail::sandbox::router(self))
            .merge(web::router(self, inside))
            .with_state(self.clone())
            // One layer: each one that the router gets by itself costs every request a box and a copy of what is below.
            .layer(
                ServiceBuilder::new()
                    .layer(middleware::from_fn_with_state(self.clone(), around))
                    .layer(CatchPanicLayer::custom(|_: Box<dyn std::any::Any + Send>| {
                        ApiError::new(Code::Internal, "The cause is in the server's log.").into_response()
                    }))
                    .layer(DefaultBodyLimit::max(BODY_LIMIT)),
            )
    }
}

async fn unknown_address() -> ApiError {
    ApiError::not_found("Nothing has this address.")
}

async fn unknown_method() -> ApiError {
    ApiError::new(Code::MethodNotAllowed, "See /api/docs for the methods of this address.")
}

/// What every request and every answer meets: an id, the refusal of NULs, a limit on silence, problem documents, headers, metrics.
async fn around(State(app): State<AppState>, request: Request, next: Next) -> Response {
    let given = request.headers().get(&REQUEST_ID).filter(|given| given.len() <= LONGEST_REQUEST_ID);
    let request_id = given.cloned().unwrap_or_else(fresh_request_id);
    let observed = Observed::of(&request);
    let path = request.uri().clone();
    let is_preview = web::is_preview(&request);
    let request = serve::paced(request, Duration::from_secs(app.config.body_pause_seconds));
    let response = if has_nul(&path) {
        ApiError::new(Code::MalformedRequest, "The address holds a NUL character.").into_response()
    } else if is_preview {
        web::preview(&app, request, next).await
    } else {
        next.run(request).await
    };
    let mut response = render_problem(response, &request_id, path.path());
    observed.end(response.status(), &request_id);
    let headers = response.headers_mut();
    headers.entry(header::X_CONTENT_TYPE_OPTIONS).or_insert(HeaderValue::from_static("nosniff"));
    if path.path().starts_with("/api/") {
        // What does not say how long it holds may be about one person.
        headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("private, no-store"));
    }
    headers.insert(REQUEST_ID, request_id);
    response
}

/// PostgreSQL cannot hold a NUL, so no path or query may carry one.
fn has_nul(address: &Uri) -> bool {
    let has = |text: &str| text.contains("%00");
    has(address.path()) || address.query().is_some_and(has)
}

fn fresh_request_id() -> HeaderValue {
    let id: [u8; 12] = rand::random();
    HeaderValue::from_str(&URL_SAFE_NO_PAD.encode(id)).unwrap_or(HeaderValue::from_static("-"))
}
