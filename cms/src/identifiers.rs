//! The names of items: which a page may have, and where its former ones lead.

use heliriiul_db::{ChangeKind, DbError, DocumentId, Timestamp, Tx, UserId, append_change};
use serde_json::json;

use crate::{
    addresses,
    audit::{AuditEntry, audit},
    body::Kind,
    store::CmsError,
};

/// The store has one announcement; readers get it among the sections, under this name.
pub const ANNOUNCEMENT: &str = "announcement";

/// Whether there is a page of this identifier, published or not.
async fn page_exists(tx: &mut Tx, identifier: &str) -> Result<bool, CmsError> {
    Ok(tx
        .scalar(
            "SELECT EXISTS (SELECT 1 FROM documents WHERE kind = 'page' AND identifier = $1)",
            (identifier,),
        )
        .await?)
}

/// The page that has this identifier, or had it last.
pub async fn page_of(tx: &mut Tx, identifier: &str) -> Result<Option<DocumentId>, CmsError> {
    Ok(tx
        .optional_scalar(
            "SELECT id FROM documents WHERE kind = 'page' AND identifier = $1 \
             UNION ALL SELECT document_id FROM document_redirects WHERE kind = 'page' AND old_identifier = $1 \
             AND NOT EXISTS (SELECT 1 FROM documents WHERE kind = 'page' AND identifier = $1)",
            (identifier,),
        )
        .await?)
}

/// What a page is called now.
pub async fn identifier_of(tx: &mut Tx, page: DocumentId) -> Result<Option<String>, CmsError> {
    Ok(tx
        .optional_scalar("SELECT identifier FROM documents WHERE kind = 'page' AND id = $1", (page,))
        .await?)
}

/// Old identifiers of pages with the page each leads to.
pub async fn redirects(tx: &mut Tx) -> Result<Vec<(String, DocumentId)>, CmsError> {
    Ok(tx.all("SELECT old_identifier, document_id FROM document_redirects WHERE kind = 'page'", ()).await?)
}

/// Gives a page another address; the old one leads to it from now on.
///
/// # Errors
/// [`CmsError::Identifier`] and [`CmsError::Reserved`] for addresses that no page may have, [`CmsError::Taken`] when
/// another page has it, [`CmsError::NotFound`] when the item is no page.
pub async fn rename_page(
    tx: &mut Tx,
    id: DocumentId,
    identifier: &str,
    actor: UserId,
    now: Timestamp,
) -> Result<(), CmsError> {
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
    if page_exists(tx, identifier).await? {
        return Err(CmsError::Taken(identifier.to_owned()));
    }
    let renamed = tx.execute("UPDATE documents SET identifier = $2 WHERE id = $1", (id, identifier)).await;
    match renamed {
        Ok(_) => {}
        // Another page got it in this moment.
        Err(DbError::Database(error)) if error.is_unique_violation() => {
            return Err(CmsError::Taken(identifier.to_owned()));
        }
        Err(error) => return Err(error.into()),
    }
    // An address that is given to a page again leads nowhere else.
    tx.execute("DELETE FROM document_redirects WHERE kind = 'page' AND old_identifier = $1", (identifier,))
        .await?;
    tx.execute(
        "INSERT INTO document_redirects (kind, old_identifier, document_id) VALUES ('page', $1, $2) \
         ON CONFLICT (kind, old_identifier) DO UPDATE SET document_id = excluded.document_id",
        (&old, id),
    )
    .await?;
    let entry = AuditEntry {
        actor: Some(actor),
        subject: "document",
        subject_id: id.uuid(),
        act: "rename",
        from_revision: None,
        to_revision: None,
        detail: json!({ "from": old, "to": identifier }),
    };
    audit(tx, entry, now).await?;
    append_change(tx, ChangeKind::Content, id.uuid(), now).await?;
    Ok(())
}

pub(crate) fn check_identifier(kind: Kind, identifier: &str) -> Result<(), CmsError> {
    let fits = (1..=80).contains(&identifier.len())
        && identifier.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    if !fits {
        return Err(CmsError::Identifier(identifier.to_owned()));
    }
    let taken = match kind {
        Kind::Page => addresses::is_reserved(identifier),
        Kind::Announcement => identifier != ANNOUNCEMENT,
        Kind::Section => identifier == ANNOUNCEMENT,
        Kind::Slider => false,
    };
    if taken { Err(CmsError::Reserved(identifier.to_owned())) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_addresses_and_never_shadow_what_the_store_has() {
        for (kind, identifier) in
            [(Kind::Page, "konto"), (Kind::Section, ANNOUNCEMENT), (Kind::Announcement, "second")]
        {
            assert!(matches!(check_identifier(kind, identifier), Err(CmsError::Reserved(_))), "{identifier}");
        }
        for (kind, identifier) in
            [(Kind::Section, "footer"), (Kind::Announcement, ANNOUNCEMENT), (Kind::Slider, "konto")]
        {
            assert!(check_identifier(kind, identifier).is_ok(), "{identifier}");
        }
        for identifier in ["", "Õ", "a/b", "a b", &"a".repeat(81)] {
            assert!(matches!(check_identifier(Kind::Page, identifier), Err(CmsError::Identifier(_))));
        }
    }
}
