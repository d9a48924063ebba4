//! Lists of books by query: category, order, and pages whose cursors stay valid while books come and go.

use std::{borrow::Cow, collections::HashMap, sync::Arc};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use heliriiul_db::{BookId, CategoryId};
use quick_cache::{Weighter, sync::Cache};
use serde::Deserialize;
use utoipa::IntoParams;

use super::{build, entry::BookEntry, snapshot::Snapshot, sorting::Sort, view::Category};
use crate::{
    encoded_body::EncodedBody,
    error::{ApiError, ApiResult},
};

/// Of all cached pages of one snapshot, uncompressed.
const CACHE_BYTES: u64 = 16 << 20;

/// The query of `GET /books`.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct ListQuery {
    /// Path or id of a category; books of the categories below it count.
    #[param(max_length = 600, example = "romaanid/ajaloolised")]
    pub category: Option<String>,
    /// Without it: the category's own order, when it has one, else by title.
    #[param(inline)]
    pub sort: Option<Sort>,
    /// Given: a page of cards. Not given: all books in full.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<i64>,
    /// `nextCursor` of the page before.
    #[param(max_length = 4000)]
    pub cursor: Option<String>,
}

/// A page of a list.
#[derive(Clone)]
pub struct Page {
    pub books: Vec<Arc<BookEntry>>,
    pub next_cursor: Option<String>,
    /// Of all pages.
    pub total: usize,
}

impl Page {
    /// The JSON of the response.
    pub fn json(&self) -> ApiResult<String> {
        let cards = build::array(self.books.iter().map(|entry| entry.card_json.as_str()));
        let next = serde_json::to_string(&self.next_cursor).map_err(ApiError::internal)?;
        Ok(format!("{{\"books\":{cards},\"nextCursor\":{next},\"total\":{}}}", self.total))
    }
}

/// Answers to queries, by the query as it was sent.
pub(super) struct PageCache(Cache<String, Arc<EncodedBody>, BodySize>);

#[derive(Clone)]
struct BodySize;

impl Weighter<String, Arc<EncodedBody>> for BodySize {
    fn weight(&self, query: &String, body: &Arc<EncodedBody>) -> u64 {
        (query.len() + body.bytes().len() + 256) as u64
    }
}

impl Default for PageCache {
    fn default() -> Self {
        Self(Cache::with_weighter(500, CACHE_BYTES, BodySize))
    }
}

impl Snapshot {
    /// The answer to a query, made once a snapshot.
    pub(super) fn answer(&self, raw_query: &str, query: &ListQuery) -> ApiResult<Arc<EncodedBody>> {
        if let Some(ready) = self.cached(raw_query) {
            return Ok(ready);
        }
        let body = if query.limit.is_some() {
            self.page(query)?.json()?
        } else {
            let (_, list) = self.list_of(query)?;
            build::array(list.iter().map(|listed| listed.entry.json.as_str()))
        };
        let body = EncodedBody::json(body);
        self.pages.0.insert(raw_query.to_owned(), body.clone());
        Ok(body)
    }

    pub(super) fn cached(&self, raw_query: &str) -> Option<Arc<EncodedBody>> {
        self.pages.0.get(raw_query)
    }

    /// A page of the visible books.
    pub fn page(&self, query: &ListQuery) -> ApiResult<Page> {
        let limit = match query.limit.unwrap_or(24) {
            limit @ 1..=100 => usize::try_from(limit).unwrap_or_default(),
            _ => return Err(ApiError::field("limit", "out-of-range")),
        };
        let (order, list) = self.list_of(query)?;
        let start = match &query.cursor {
            Some(cursor) => {
                let after = decode_cursor(cursor, order.letter())?;
                list.partition_point(|listed| *listed.key <= *after)
            }
            None => 0,
        };
        let shown = &list[start..list.len().min(start + limit)];
        let more = start + shown.len() < list.len();
        let next_cursor = shown.last().filter(|_| more).map(|last| encode_cursor(order.letter(), &last.key));
        let books = shown.iter().map(|listed| listed.entry.clone()).collect();
        Ok(Page { books, next_cursor, total: list.len() })
    }

    /// The visible books that the query asks for, in its order.
    fn list_of(&self, query: &ListQuery) -> ApiResult<(Order<'_>, Vec<Listed<'_>>)> {
        let category = self.asked_category(query)?;
        let own = category.and_then(|category| category.book_ids.as_deref());
        let order = match (query.sort, own) {
            (Some(sort), _) => Order::By(sort),
            (None, Some(books)) => Order::Own(books),
            (None, None) => Order::By(Sort::Title),
        };
        let inside = category.map(|category| self.subtree(category));
        let is_asked = |entry: &&Arc<BookEntry>| {
            inside
                .as_ref()
                .is_none_or(|inside| entry.book.card.category_ids.iter().any(|id| inside.contains(id)))
        };
        let list = match order {
            Order::By(sort) => self
                .visible(sort)
                .iter()
                .filter(is_asked)
                .map(|entry| Listed { key: Cow::Borrowed(sort.key(&entry.keys)), entry })
                .collect(),
            Order::Own(books) => in_own_order(books, self.visible(Sort::Title).iter().filter(is_asked)),
        };
        Ok((order, list))
    }

    fn asked_category(&self, query: &ListQuery) -> ApiResult<Option<&Category>> {
        let Some(asked) = &query.category else { return Ok(None) };
        let by_id = || asked.parse::<CategoryId>().ok().and_then(|id| self.category(id));
        // A tab that was opened before a move asks by the old path.
        let found = self.category_by_path(asked).or_else(|| self.old_category_path(asked));
        match found.or_else(by_id) {
            Some(category) => Ok(Some(category)),
            None => Err(ApiError::not_found("There is no such category.")),
        }
    }
}

struct Listed<'a> {
    key: Cow<'a, [u8]>,
    entry: &'a Arc<BookEntry>,
}

enum Order<'a> {
    By(Sort),
    /// The editors' own order of a category.
    Own(&'a [BookId]),
}

impl Order<'_> {
    const fn letter(&self) -> u8 {
        match self {
            Self::By(sort) => sort.letter(),
            Self::Own(_) => b'o',
        }
    }
}

/// Books that the order does not name, from the categories below, come after the others, by title.
fn in_own_order<'a>(order: &[BookId], books: impl Iterator<Item = &'a Arc<BookEntry>>) -> Vec<Listed<'a>> {
    let places: HashMap<BookId, u32> = order.iter().copied().zip(0..).collect();
    let mut list: Vec<Listed<'a>> = books
        .map(|entry| {
            let place = places.get(&entry.id()).copied().unwrap_or(u32::MAX);
            let key = [&place.to_be_bytes()[..], &entry.keys.title].concat();
            Listed { key: key.into(), entry }
        })
        .collect();
    list.sort_by(|a, b| a.key.cmp(&b.key));
    list
}

pub(super) fn encode_cursor(order: u8, key: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode([&[order], key].concat())
}

/// The key after which the page begins. A cursor of another order is refused.
pub(super) fn decode_cursor(cursor: &str, order: u8) -> ApiResult<Vec<u8>> {
    let bytes = URL_SAFE_NO_PAD.decode(cursor).unwrap_or_default();
    match bytes.split_first() {
        Some((first, key)) if *first == order => Ok(key.to_vec()),
        _ => Err(ApiError::field("cursor", "invalid")),
    }
}
