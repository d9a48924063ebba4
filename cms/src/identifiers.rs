//! The identifiers of documents: the rules, and the redirects from former identifiers of pages.

use heliriiul_db::{ChangeKind, DbError, DocumentId, Timestamp, Tx, UserId, append_change};
use serde_json::json;

use crate::{audit::record_action, body::Kind, error::CmsError};

/// The page that has this identifier now, or had it last.
pub async fn find_page(tx: &mut Tx, identifier: &str) -> Result<Option<DocumentId>, CmsError> {
    Ok(tx
        .optional_scalar(
            "SELECT id FROM documents WHERE kind = 'page' AND identifier = $1 \
             UNION ALL SELECT document_id FROM document_redirects WHERE kind = 'page' AND old_identifier = $1 \
             AND NOT EXISTS (SELECT 1 FROM documents WHERE kind = 'page' AND identifier = $1)",
            (identifier,),
        )
        .await?)
}

/// The current identifier of a page.
pub async fn identifier_of_page(tx: &mut Tx, page: DocumentId) -> Result<Option<String>, CmsError> {
    Ok(tx
        .optional_scalar("SELECT identifier FROM documents WHERE kind = 'page' AND id = $1", (page,))
        .await?)
}

/// Former identifiers of pages, each with the page that it leads to.
pub async fn page_redirects(tx: &mut Tx) -> Result<Vec<(String, DocumentId)>, CmsError> {
    Ok(tx.all("SELECT old_identifier, document_id FROM document_redirects WHERE kind = 'page'", ()).await?)
}

/// Changes the address of a page. The old address redirects to it from now on.
///
/// # Errors
/// [`CmsError::Invalid`] for identifiers that no page may have, [`CmsError::IdentifierTaken`] when another page has it,
/// [`CmsError::NotFound`] when the document is not a page.
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
    let is_taken: bool = tx
        .scalar(
            "SELECT EXISTS (SELECT 1 FROM documents WHERE kind = 'page' AND identifier = $1)",
            (identifier,),
        )
        .await?;
    if is_taken {
        return Err(CmsError::IdentifierTaken(identifier.to_owned()));
    }
    let renamed = tx.execute("UPDATE documents SET identifier = $2 WHERE id = $1", (id, identifier)).await;
    match renamed {
        Ok(_) => {}
        // Another page got it at the same moment.
        Err(DbError::Database(error)) if error.is_unique_violation() => {
            return Err(CmsError::IdentifierTaken(identifier.to_owned()));
        }
        Err(error) => return Err(error.into()),
    }
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

/// # Errors
/// [`CmsError::Invalid`]: lower-case letters, digits and hyphens, at most 80, and not reserved.
pub fn check_identifier(kind: Kind, identifier: &str) -> Result<(), CmsError> {
    let is_slug = (1..=80).contains(&identifier.len())
        && identifier.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    if !is_slug {
        return Err(CmsError::invalid("identifier", "invalid"));
    }
    if kind.may_be_named(identifier) { Ok(()) } else { Err(CmsError::invalid("identifier", "reserved")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::ANNOUNCEMENT;

    fn fault_of(kind: Kind, identifier: &str) -> Option<&'static str> {
        match check_identifier(kind, identifier) {
            Ok(()) => None,
            Err(CmsError::Invalid(faults)) => Some(faults[0].code),
            Err(other) => panic!("{other}"),
        }
    }

    #[test]
    fn identifiers_are_addresses_and_never_shadow_those_of_the_store() {
        for (kind, identifier) in
            [(Kind::Page, "konto"), (Kind::Section, ANNOUNCEMENT), (Kind::Announcement, "second")]
        {
            assert_eq!(fault_of(kind, identifier), Some("reserved"), "{identifier}");
        }
        for (kind, identifier) in
            [(Kind::Section, "footer"), (Kind::Announcement, ANNOUNCEMENT), (Kind::Slider, "konto")]
        {
            assert_eq!(fault_of(kind, identifier), None, "{identifier}");
        }
        for identifier in ["", "Õ", "a/b", "a b", &"a".repeat(81)] {
            assert_eq!(fault_of(Kind::Page, identifier), Some("invalid"), "{identifier}");
        }
    }
}
