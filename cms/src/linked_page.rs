//! The page that an announcement links to. The desk sends its identifier; the database stores its id, so that
//! the link follows the page to another address.

use heliriiul_db::{DocumentId, Tx};

use crate::{
    body::Body,
    error::CmsError,
    fields::BodyFields,
    html::Target,
    identifiers::{find_page, identifier_of_page},
};

/// Replaces the identifier of the linked page by a link with its id.
///
/// # Errors
/// [`CmsError::Invalid`] when there is no such page.
pub async fn link_page_by_id(tx: &mut Tx, body: &mut Body) -> Result<(), CmsError> {
    if let Some(linked) = body.linked_page_mut() {
        let page = find_page(tx, linked).await?;
        let page = page.ok_or_else(|| CmsError::invalid("body.linkedPage", "not-found"))?;
        *linked = Target::Page(page).link();
    }
    Ok(())
}

/// The body in the desk's shape, with the linked page by its current identifier.
pub async fn body_to_fields(tx: &mut Tx, mut body: Body) -> Result<BodyFields, CmsError> {
    if let Some(linked) = body.linked_page_mut()
        && let Some(page) = page_id(tx, linked).await?
        && let Some(identifier) = identifier_of_page(tx, page).await?
    {
        *linked = identifier;
    }
    Ok(body.into_fields())
}

async fn page_id(tx: &mut Tx, linked: &str) -> Result<Option<DocumentId>, CmsError> {
    match Target::of_link(linked) {
        Some(Target::Page(id)) => Ok(Some(id)),
        _ => find_page(tx, linked).await,
    }
}
