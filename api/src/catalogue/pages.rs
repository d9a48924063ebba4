//! Lists of books by query: category, order, and pages whose cursors stay valid while books are added and deleted.

use std::{borrow::Cow, collections::HashMap, sync::Arc};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use heliriiul_db::{BookId, CategoryId};
use serde::Deserialize;
use utoipa::IntoParams;

use super::{
    book::{BookEntry, json_array},
    category::Category,
    snapshot::Snapshot,
    sorting::Sort,
};
use crate::{
    encoded_body::EncodedBody,
    error::{ApiError, ApiResult},
};

/// The first byte of the cursors of a category's books in the order that editors chose.
const CHOSEN: u8 = b'o';

/// The query of `GET /books`.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct ListQuery {
    /// Path or id of a category; includes the books of the categories below it.
    #[param(max_length = 600, example = "romaanid/ajaloolised")]
    pub category: Option<String>,
    /// Default: the order that editors chose for the category, else by title.
    #[param(inline)]
    pub sort: Option<Sort>,
    /// With it: a page of cards. Without it: all books in full.
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
    /// The number of books on all pages.
    pub total: usize,
}

impl Page {
    /// The JSON of the response.
    pub fn json(&self) -> ApiResult<String> {
        let cards = json_array(self.books.iter().map(|entry| entry.card_json.as_str()));
        let next = serde_json::to_string(&self.next_cursor).map_err(ApiError::internal)?;
        Ok(format!("{{\"books\":{cards},\"nextCursor\":{next},\"total\":{}}}", self.total))
    }
}

impl Snapshot {
    /// Makes the response body for a query, and caches it for the life of the snapshot.
    pub(super) fn body(&self, raw_query: &str, query: &ListQuery) -> ApiResult<Arc<EncodedBody>> {
        let body = if query.limit.is_some() {
            self.page(query)?.json()?
        } else {
            let (_, list) = self.list(query)?;
            json_array(list.iter().map(|listed| listed.entry.json.as_str()))
        };
        let body = EncodedBody::json(body);
        self.pages.insert(raw_query.to_owned(), body.clone());
        Ok(body)
    }

    pub(super) fn cached(&self, raw_query: &str) -> Option<Arc<EncodedBody>> {
        self.pages.get(raw_query)
    }

    /// A page of the visible books.
    pub fn page(&self, query: &ListQuery) -> ApiResult<Page> {
        let limit = page_limit(query.limit, 24)?;
        let (order, list) = self.list(query)?;
        let after = decode_cursor(query.cursor.as_deref(), order)?;
        let start = after.map_or(0, |after| list.partition_point(|listed| *listed.key <= *after));
        let shown = &list[start..list.len().min(start + limit)];
        let more = start + shown.len() < list.len();
        let next_cursor = shown.last().filter(|_| more).map(|last| encode_cursor(order, &last.key));
        let books = shown.iter().map(|listed| listed.entry.clone()).collect();
        Ok(Page { books, next_cursor, total: list.len() })
    }

    /// The letter of the query's order, and the visible books that match the query, in that order.
    fn list(&self, query: &ListQuery) -> ApiResult<(u8, Vec<Listed<'_>>)> {
        let category = self.category_of(query)?;
        let subtree = category.map(|category| self.subtree(category));
        let is_listed = |entry: &&Arc<BookEntry>| {
            subtree
                .as_ref()
                .is_none_or(|subtree| entry.book.card.category_ids.iter().any(|id| subtree.contains(id)))
        };
        let chosen = category.and_then(|category| category.book_ids.as_deref());
        if let (None, Some(order)) = (query.sort, chosen) {
            let books = self.visible(Sort::Title).iter().filter(is_listed);
            return Ok((CHOSEN, in_chosen_order(order, books)));
        }
        let sort = query.sort.unwrap_or(Sort::Title);
        let books = self.visible(sort).iter().filter(is_listed);
        let list = books.map(|entry| Listed { key: Cow::Borrowed(sort.key(&entry.keys)), entry });
        Ok((sort.letter(), list.collect()))
    }

    fn category_of(&self, query: &ListQuery) -> ApiResult<Option<&Category>> {
        let Some(name) = &query.category else { return Ok(None) };
        let by_id = || name.parse::<CategoryId>().ok().and_then(|id| self.category(id));
        // A page that was loaded before the category moved sends the old path.
        let found = self.category_by_path(name).or_else(|| self.old_category_path(name));
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

/// Books of the categories below, which are not in the order, come after the others, by title.
fn in_chosen_order<'a>(order: &[BookId], books: impl Iterator<Item = &'a Arc<BookEntry>>) -> Vec<Listed<'a>> {
    let positions: HashMap<BookId, u32> = order.iter().copied().zip(0..).collect();
    let mut list: Vec<Listed<'a>> = books
        .map(|entry| {
            let position = positions.get(&entry.id()).copied().unwrap_or(u32::MAX);
            let key = [&position.to_be_bytes()[..], &entry.keys.title].concat();
            Listed { key: key.into(), entry }
        })
        .collect();
    list.sort_by(|a, b| a.key.cmp(&b.key));
    list
}

/// The number of books on a page, 1 to 100.
pub(super) fn page_limit(limit: Option<i64>, default: usize) -> ApiResult<usize> {
    let limit = limit.map_or(Ok(default), usize::try_from);
    limit
        .ok()
        .filter(|limit| (1..=100).contains(limit))
        .ok_or_else(|| ApiError::field("limit", "out-of-range"))
}

pub(super) fn encode_cursor(order: u8, key: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode([&[order], key].concat())
}

/// The key after which the page begins; `None` without a cursor. A cursor of another order is rejected.
pub(super) fn decode_cursor(cursor: Option<&str>, order: u8) -> ApiResult<Option<Vec<u8>>> {
    let Some(cursor) = cursor else { return Ok(None) };
    let bytes = URL_SAFE_NO_PAD.decode(cursor).unwrap_or_default();
    match bytes.split_first() {
        Some((first, key)) if *first == order => Ok(Some(key.to_vec())),
        _ => Err(ApiError::field("cursor", "invalid")),
    }
}
