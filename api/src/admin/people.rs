//! The search for a person: by email, name, or the number of something that is theirs.

use axum::extract::State;
use heliriiul_db::{DbResult, Timestamp, Tx, UserId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::page::{Page, cut, page};
use crate::{
    accounts::Role,
    auth::Admin,
    error::{ApiError, ApiResult, responses::BadParameter},
    extract::{Json, Query},
    state::AppState,
    subscriptions::gift_cards,
};

const MAX_SEARCH: usize = 200;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PeopleQuery {
    /// A part of an email address or a name, the number of an order, a payment or a receipt, a transaction's id, or the
    /// code of an activated gift card. Without it, the newest accounts.
    #[param(max_length = 200, example = "H10001")]
    q: Option<String>,
    #[param(minimum = 1, maximum = 1000, default = 1)]
    page: Option<i64>,
}

/// A page of people.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PeoplePage {
    people: Vec<PersonItem>,
    has_more: bool,
}

/// A person in a list.
#[derive(Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct PersonItem {
    pub(super) id: UserId,
    email: String,
    first_name: String,
    last_name: String,
    role: Role,
    created_at: Timestamp,
    /// The number or id that was searched for; null when the name or the address matched.
    matched: Option<String>,
}

/// People, the newest first.
#[utoipa::path(get, path = "/admin/people", params(PeopleQuery), responses((status = 200, body = PeoplePage), BadParameter))]
pub async fn search_people(
    State(app): State<AppState>,
    _: Admin,
    Query(query): Query<PeopleQuery>,
) -> ApiResult<Json<PeoplePage>> {
    let q = query.q.as_deref().unwrap_or_default().trim();
    if q.chars().count() > MAX_SEARCH {
        return Err(ApiError::field("q", "too-long"));
    }
    let mut tx = app.db.read().await?;
    let mut people = find(&mut tx, q, page(query.page)?).await?;
    let has_more = cut(&mut people);
    Ok(Json(PeoplePage { people, has_more }))
}

/// The newest people that a search finds, at most a page of them.
pub(super) async fn search(tx: &mut Tx, q: &str) -> ApiResult<Vec<PersonItem>> {
    let mut people = find(tx, q.trim(), page(None)?).await?;
    cut(&mut people);
    Ok(people)
}

async fn find(tx: &mut Tx, q: &str, page: Page) -> DbResult<Vec<PersonItem>> {
    let found = by_number(tx, q).await?;
    if found.is_empty() { by_name(tx, q, page).await } else { Ok(found) }
}

/// The person whose order, payment, transaction or gift card has exactly this number or code.
async fn by_number(tx: &mut Tx, q: &str) -> DbResult<Vec<PersonItem>> {
    let hash = gift_cards::normalize(q).map(|code| gift_cards::code_hash(&code));
    tx.all(
        "SELECT u.id, u.email, u.first_name, u.last_name, u.role, u.created_at, MIN(m.matched) AS matched FROM users u \
         JOIN (SELECT user_id, number AS matched FROM orders WHERE number = $1 \
         UNION ALL SELECT user_id, number FROM subscription_payments WHERE number = $1 \
         UNION ALL SELECT o.user_id, t.id FROM transactions t JOIN orders o ON o.id = t.order_id WHERE t.id = $2 \
         UNION ALL SELECT p.user_id, t.id FROM transactions t \
         JOIN subscription_payments p ON p.id = t.subscription_payment_id WHERE t.id = $2 \
         UNION ALL SELECT user_id, CAST(number AS text) FROM receipts \
         WHERE kind = 'receipt' AND CAST(number AS text) = $2 \
         UNION ALL SELECT activated_by, hint FROM gift_cards WHERE code_hash = $3) m ON m.user_id = u.id \
         GROUP BY u.id, u.email, u.first_name, u.last_name, u.role, u.created_at",
        (q.to_uppercase(), q, hash),
    )
    .await
}

/// SQLite folds the case of ASCII only, so that names are also looked for as they are usually written.
async fn by_name(tx: &mut Tx, q: &str, Page { limit, offset }: Page) -> DbResult<Vec<PersonItem>> {
    let (email, name) = (contains(&q.to_lowercase()), contains(&capitalized(q)));
    tx.all(
        "SELECT id, email, first_name, last_name, role, created_at, CAST(NULL AS text) AS matched FROM users \
         WHERE email_key LIKE $1 ESCAPE '!' OR LOWER(first_name || ' ' || last_name) LIKE $1 ESCAPE '!' \
         OR first_name || ' ' || last_name LIKE $2 ESCAPE '!' \
         ORDER BY created_at DESC, id DESC LIMIT $3 OFFSET $4",
        (email, name, limit, offset),
    )
    .await
}

fn contains(text: &str) -> String {
    let escaped = text.replace('!', "!!").replace('%', "!%").replace('_', "!_");
    format!("%{escaped}%")
}

/// Each word with a capital letter at its start.
fn capitalized(text: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| {
            first.to_uppercase().chain(letters.flat_map(char::to_lowercase)).collect()
        })
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}
