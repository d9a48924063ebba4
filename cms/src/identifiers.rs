//! The identifiers of documents: their rules, the redirects from former identifiers of pages, and the page that an
//! announcement links to. The desk sends its identifier; the database stores its id, so that the link follows the page
//! to another address.

use heliriiul_db::{ChangeKind, DbError, DocumentId, Timestamp, Tx, UserId, append_change};
use serde_json::json;

use crate::{
    CmsResult,
    body::{Body, Kind},
    documents::record_action,
    error::CmsError,
    fields::BodyFields,
    html::Target,
};

/// Former identifiers of pages, each with the page that it leads to.
pub async fn page_redirects(tx: &mut Tx) -> CmsResult<Vec<(String, DocumentId)>> {
    Ok(tx.all("SELECT old_identifier, document_id FROM document_redirects WHERE kind = 'page'", ()).await?)
}

/// Changes the address of a page. The old address redirects to it from now on. Fails with [`CmsError::Invalid`] for
/// identifiers that no page may have, [`CmsError::IdentifierTaken`] when another page has it, [`CmsError::NotFound`]
/// when the document is not a page.
pub async fn rename_page(
    tx: &mut Tx,
    id: DocumentId,
    identifier: &str,
    actor: UserId,
    now: Timestamp,
) -> CmsResult<()> {
    check_identifier(Kind::Page, identifier)?;
    let old: Option<String> = tx
        .optional_scalar(
            "UPDATE documents SET updated_at = $2 WHERE id = $1 AND kind = 'page' RETURNING identifier",
            (id, now),
        )
        .await?;
    let old = old.ok_or(CmsError::NotFound)?;
    if old == identifier {
        return Ok(());
    }
    let renamed = tx.execute("UPDATE documents SET identifier = $2 WHERE id = $1", (id, identifier)).await;
    renamed.map_err(|error| match error {
        DbError::Database(error) if error.is_unique_violation() => CmsError::IdentifierTaken,
        other => other.into(),
    })?;
    // An address that a page has again no longer redirects.
    tx.execute("DELETE FROM document_redirects WHERE kind = 'page' AND old_identifier = $1", (identifier,))
        .await?;
    tx.execute(
        "INSERT INTO document_redirects (kind, old_identifier, document_id) VALUES ('page', $1, $2) \
         ON CONFLICT (kind, old_identifier) DO UPDATE SET document_id = excluded.document_id",
        (&old, id),
    )
    .await?;
    let detail = json!({ "from": old, "to": identifier });
    record_action(tx, Some(actor), id.uuid(), "rename", (None, None), detail, now).await?;
    append_change(tx, ChangeKind::Content, id.uuid(), now).await?;
    Ok(())
}

/// Replaces the identifier of the linked page by a link with its id. Fails with [`CmsError::Invalid`] when there is no
/// such page.
pub async fn link_page_by_id(tx: &mut Tx, body: &mut Body) -> CmsResult<()> {
    if let Some(linked) = body.linked_page_mut() {
        let page = find_page(tx, linked).await?;
        let page = page.ok_or_else(|| CmsError::invalid("body.linkedPage", "not-found"))?;
        *linked = Target::Page(page).link();
    }
    Ok(())
}

/// The body in the desk's shape, with the linked page by its current identifier.
pub async fn body_to_fields(tx: &mut Tx, mut body: Body) -> CmsResult<BodyFields> {
    if let Some(linked) = body.linked_page_mut() {
        let page = match Target::of_link(linked) {
            Some(Target::Page(id)) => Some(id),
            _ => find_page(tx, linked).await?,
        };
        let current = "SELECT identifier FROM documents WHERE kind = 'page' AND id = $1";
        if let Some(identifier) = tx.optional_scalar(current, (page,)).await? {
            *linked = identifier;
        }
    }
    Ok(body.into_fields())
}

/// The page that has this identifier now, or had it last.
async fn find_page(tx: &mut Tx, identifier: &str) -> CmsResult<Option<DocumentId>> {
    Ok(tx
        .optional_scalar(
            "SELECT id FROM documents WHERE kind = 'page' AND identifier = $1 \
             UNION ALL SELECT document_id FROM document_redirects WHERE kind = 'page' AND old_identifier = $1 \
             AND NOT EXISTS (SELECT 1 FROM documents WHERE kind = 'page' AND identifier = $1)",
            (identifier,),
        )
        .await?)
}

/// An identifier has lower-case letters, digits and hyphens, at most 80, and is not reserved.
pub fn check_identifier(kind: Kind, identifier: &str) -> CmsResult<()> {
    let is_slug = (1..=80).contains(&identifier.len())
        && identifier.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    if !is_slug {
        return Err(CmsError::invalid("identifier", "invalid"));
    }
    if kind.allows_identifier(identifier) { Ok(()) } else { Err(CmsError::invalid("identifier", "reserved")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::ANNOUNCEMENT;

    #[test]
    fn identifiers_are_addresses_and_never_shadow_those_of_the_store() {
        for (kind, identifier, code) in [
            (Kind::Page, "konto", Some("reserved")),
            (Kind::Section, ANNOUNCEMENT, Some("reserved")),
            (Kind::Announcement, "second", Some("reserved")),
            (Kind::Section, "footer", None),
            (Kind::Announcement, ANNOUNCEMENT, None),
            (Kind::Slider, "konto", None),
            (Kind::Page, "", Some("invalid")),
            (Kind::Page, "Õ", Some("invalid")),
            (Kind::Page, "a/b", Some("invalid")),
            (Kind::Page, "a b", Some("invalid")),
            (Kind::Page, &"a".repeat(81), Some("invalid")),
        ] {
            let found = match check_identifier(kind, identifier) {
                Err(CmsError::Invalid(faults)) => Some(faults[0].code),
                other => other.map(|()| None).unwrap(),
            };
            assert_eq!(found, code, "{identifier}");
        }
    }
}
