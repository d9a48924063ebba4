//! The content store's errors as API errors.

use heliriiul_cms::CmsError;

use crate::error::{ApiError, Code, FieldError};

impl From<CmsError> for ApiError {
    fn from(error: CmsError) -> Self {
        match error {
            CmsError::Database(error) => error.into(),
            CmsError::Body(..) => Self::internal(error),
            CmsError::Stale { latest } => {
                Self::new(Code::StaleRevision, format!("Revision {latest} has been saved since."))
            }
            CmsError::Visible => Self::new(Code::Conflict, "The document is published or scheduled."),
            CmsError::IdentifierTaken(_) => Self::new(Code::Conflict, "Another page has the identifier."),
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
