//! The price of a cart before it is ordered.

use std::collections::HashSet;

use axum::extract::State;
use heliriiul_db::BookId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{
    discounts,
    placing::{MAX_BOOKS, owned_books},
    pricing::{Reductions, list_price, subscriber_percent},
};
use crate::{
    auth::{CurrentUser, Now},
    catalogue::{CoverImage, Snapshot},
    error::responses::{RateLimited, Unreadable},
    error::{ApiError, ApiResult},
    extract::{Json, Query},
    money::{Cents, Percent},
    rate_limit::ClientAddress,
    state::AppState,
};

/// The cart.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct QuoteQuery {
    /// Book ids, separated by commas; at most 100.
    #[param(example = "0193f3a0-0000-7000-8000-000000000001")]
    books: String,
    #[param(max_length = 64)]
    discount_code: Option<String>,
}

/// What the cart costs.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CartQuote {
    lines: Vec<QuoteLine>,
    /// Of the ids asked for: unknown, hidden, not sold singly, or owned already.
    unavailable: Vec<String>,
    total: Cents,
    /// Without reductions.
    list_total: Cents,
    /// Of the code, 0 without one.
    discount_percentage: Percent,
    /// For subscribers; 0 for others.
    member_percentage: Percent,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuoteLine {
    book_id: BookId,
    slug: String,
    title: String,
    author: String,
    cover: Option<CoverImage>,
    list_price: Cents,
    /// After the subscriber's reduction and the code.
    price: Cents,
}

/// What the books cost the caller now.
#[utoipa::path(
    get, path = "/cart/quote", tag = "orders", security((), ("api_token" = []), ("bearer" = [])),
    params(QuoteQuery),
    responses(
        (status = 200, body = CartQuote), Unreadable,
        (status = 401, description = "The token headers differ"),
        (status = 404, description = "The code cannot be used"),
        (status = 422, description = "A parameter does not meet its rule"), RateLimited,
    ),
)]
pub async fn get_cart_quote(
    State(app): State<AppState>,
    Now(now): Now,
    user: Option<CurrentUser>,
    from: ClientAddress,
    Query(query): Query<QuoteQuery>,
) -> ApiResult<Json<CartQuote>> {
    let ids: Vec<&str> = query.books.split(',').map(str::trim).filter(|id| !id.is_empty()).collect();
    if ids.len() > MAX_BOOKS {
        return Err(ApiError::field("books", "too-long"));
    }
    let user_id = user.map(|user| user.id);
    let mut reductions = Reductions::default();
    if let Some(code) = discounts::parse_code(query.discount_code.as_deref())? {
        reductions.code = discounts::find_limited(&app, code, user_id, from, now).await?.percent;
    }
    let mut owned = HashSet::new();
    if let Some(user_id) = user_id {
        let mut tx = app.db.read().await?;
        reductions.subscriber = subscriber_percent(&app.config.shop, &mut tx, user_id, now).await?;
        owned = owned_books(&mut tx, user_id).await?;
    }
    Ok(Json(quote(&app.catalogue.snapshot(), &ids, reductions, &owned)))
}

fn quote(catalogue: &Snapshot, ids: &[&str], reductions: Reductions, owned: &HashSet<BookId>) -> CartQuote {
    let mut lines = Vec::with_capacity(ids.len());
    let mut unavailable = Vec::new();
    let mut seen = HashSet::new();
    for &id in ids {
        if !seen.insert(id) {
            continue;
        }
        let entry = id.parse().ok().and_then(|id: BookId| catalogue.book(id));
        let sold = entry.and_then(|entry| Some((entry, list_price(entry)?)));
        match sold.filter(|(entry, _)| !owned.contains(&entry.id())) {
            Some((entry, list_price)) => {
                let card = &entry.book.card;
                lines.push(QuoteLine {
                    book_id: card.id,
                    slug: entry.slug().to_owned(),
                    title: card.title.clone(),
                    author: card.author.clone(),
                    cover: card.cover.clone(),
                    list_price,
                    price: reductions.price(list_price),
                });
            }
            None => unavailable.push(id.to_owned()),
        }
    }
    CartQuote {
        total: lines.iter().map(|line| line.price).sum(),
        list_total: lines.iter().map(|line| line.list_price).sum(),
        lines,
        unavailable,
        discount_percentage: reductions.code,
        member_percentage: reductions.subscriber,
    }
}
