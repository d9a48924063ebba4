//! The documents of the content store over HTTP, and the settings that the front ends need.
//!
//! Readers get a snapshot in memory, which the change feed refreshes. The rules of documents are in the `cms` crate.

mod build;
mod config;
pub mod demo;
pub mod desk;
pub mod images;
mod links;
pub mod preview;
mod routes;
mod snapshot;

use heliriiul_cms::{CmsError, apply_due};
use heliriiul_db::Tx;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    error::{ApiError, ApiResult, Code, FieldError},
    state::AppState,
};

pub use config::ConfigView;
pub use routes::{Home, footer, home};
pub use snapshot::{Content, ContentSnapshot, FooterPage, Page, Section, Slider};

pub fn router() -> OpenApiRouter<AppState> {
    routes::router().merge(desk::router()).merge(images::router())
}

/// Publishes and takes down the documents that are due this minute or became due while no server ran.
pub async fn publish_due_job(app: &AppState) -> ApiResult<Tx> {
    let mut tx = app.db.write().await?;
    apply_due(&mut tx, app.clock.now()).await?;
    Ok(tx)
}

impl From<CmsError> for ApiError {
    fn from(error: CmsError) -> Self {
        match error {
            CmsError::Database(error) => error.into(),
            CmsError::Body(..) => Self::internal(error),
            CmsError::Stale { latest } => {
                Self::new(Code::StaleRevision, format!("Revision {latest} has been saved since."))
            }
            CmsError::Visible => Self::new(Code::Conflict, "The document is published or scheduled."),
            CmsError::IdentifierTaken => Self::new(Code::Conflict, "Another page has the identifier."),
            CmsError::Invalid(faults) => {
                let errors = faults.into_iter();
                Self::fields(
                    errors.map(|fault| FieldError { field: fault.field, code: fault.code.into() }).collect(),
                )
            }
            CmsError::NotFound => Self::not_found("There is no such document or revision."),
        }
    }
}
