//! The public pages, and the bare frame of the screens that only the browser draws (spec §2, route table).

use std::sync::Arc;

use axum::{
    extract::{Path, RawQuery, State},
    http::{HeaderMap, HeaderValue, Uri, header},
    response::{IntoResponse, Redirect, Response},
};
use heliriiul_cms::addresses;
use serde_json::json;

use super::{
    assets,
    head::{Breadcrumb, Head, audiobook, breadcrumb_list},
    render::{Draft, Outcome, Screen, respond},
    seeds::Seeds,
};
use crate::{
    catalogue::{self, BookCard, BookEntry, Category, Isbn, Snapshot, Sort},
    content,
    error::{ApiError, ApiResult},
    format::url_part,
    state::AppState,
};

/// Books on the first page of a list; the storefront's loader fetches as many.
const PAGE_SIZE: i64 = 24;

/// Search needs three characters (spec §5).
const SEARCH_MIN: usize = 3;

/// `/`: the landing page; for a signed-in person, and in the app, the bare frame of the library screen.
pub async fn home(State(app): State<AppState>, headers: HeaderMap) -> Response {
    respond(&app, "/".to_owned(), &headers, async |variant| {
        if variant.signed_in || variant.in_app {
            return Ok(Draft::bare(&app, Some(Screen::HOME)).into());
        }
        let content = app.content.snapshot();
        let home = content::home(&content, &app.catalogue.snapshot());
        let mut seeds = Seeds::default();
        seeds.add("/home", &home)?;
        let intro = content.section("intro");
        let product = app.site.text("productName");
        let base = app.config.public_base();
        let json_ld = json!({
            "@type": "WebSite", "name": product, "url": format!("{base}/"), "inLanguage": "et",
            "potentialAction": {
                "@type": "SearchAction",
                "target": format!("{base}/raamatud?q={{query}}"),
                "query-input": "required name=query",
            },
        });
        let head = Head {
            title: intro.map_or_else(|| product.to_owned(), |intro| app.site.title(&intro.title)),
            description: intro.map(|intro| heliriiul_cms::plain_text(&intro.content)).unwrap_or_default(),
            canonical: Some("/".to_owned()),
            json_ld: vec![json_ld],
            ..Head::default()
        };
        let content = json!({ "sliders": home.sliders });
        Ok(Draft::new("home.html", Screen::HOME, head, content, seeds).into())
    })
    .await
}

/// `/raamatud`, with `?q=` and `?sort=`.
pub async fn books(State(app): State<AppState>, RawQuery(query): RawQuery, headers: HeaderMap) -> Response {
    let query = ListQuery::read(query.as_deref().unwrap_or_default());
    let address = format!("/raamatud{}", query.address());
    respond(&app, address, &headers, async |_| list(&app, query, None).await).await
}

/// `/raamatud/kategooria/{path}`; a former path or a wrong ancestor redirects to the current path.
pub async fn category(
    State(app): State<AppState>,
    Path(path): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let query = ListQuery { search: String::new(), ..ListQuery::read(query.as_deref().unwrap_or_default()) };
    let address = format!("/raamatud/kategooria/{path}{}", query.address());
    respond(&app, address, &headers, async |_| {
        let snapshot = app.catalogue.snapshot();
        let last = path.rsplit('/').next().unwrap_or_default();
        let of_slug = || snapshot.categories().iter().find(|category| category.slug == last);
        let exact = snapshot.categories().iter().find(|category| category.path.as_str() == path);
        let category = exact.or_else(|| snapshot.old_category_path(&path)).or_else(of_slug);
        match category {
            None => Ok(Draft::not_found(&app).into()),
            Some(category) if exact.is_none() => {
                Ok(Outcome::Moved(format!("{}{}", category_address(category), query.address())))
            }
            Some(category) => list(&app, query, Some(category)).await,
        }
    })
    .await
}

fn category_address(category: &Category) -> String {
    format!("/raamatud/kategooria/{}", category.path)
}

const SORTS: [(&str, Sort); 4] =
    [("title", Sort::Title), ("author", Sort::Author), ("newest", Sort::Newest), ("popular", Sort::Popular)];

/// The query in the address of a list.
struct ListQuery {
    sort: (&'static str, Sort),
    search: String,
    cursor: Option<String>,
}

impl ListQuery {
    fn read(query: &str) -> Self {
        let mut read = Self { sort: SORTS[0], search: String::new(), cursor: None };
        for (name, value) in url::form_urlencoded::parse(query.as_bytes()) {
            match name.as_ref() {
                "sort" => read.sort = SORTS.into_iter().find(|(name, _)| *name == value).unwrap_or(SORTS[0]),
                "q" if value.trim().chars().count() >= SEARCH_MIN => {
                    value.trim().clone_into(&mut read.search);
                }
                "cursor" => read.cursor = Some(value.into_owned()),
                _ => {}
            }
        }
        read
    }

    fn address(&self) -> String {
        let mut parts = Vec::new();
        if !self.search.is_empty() {
            parts.push(format!("q={}", url_part(&self.search)));
        }
        if self.sort != SORTS[0] {
            parts.push(format!("sort={}", self.sort.0));
        }
        if let Some(cursor) = &self.cursor {
            parts.push(format!("cursor={}", url_part(cursor)));
        }
        if parts.is_empty() { String::new() } else { format!("?{}", parts.join("&")) }
    }
}

async fn list(app: &AppState, query: ListQuery, category: Option<&Category>) -> ApiResult<Outcome> {
    let snapshot = app.catalogue.snapshot();
    let mut seeds = Seeds::default();
    let page = if query.search.is_empty() {
        let place = category.map_or_else(String::new, |category| format!("&category={}", category.path));
        let from =
            query.cursor.as_ref().map_or_else(String::new, |cursor| format!("&cursor={}", url_part(cursor)));
        let page = snapshot.page(&catalogue::ListQuery {
            category: category.map(|category| category.path.to_string()),
            sort: Some(query.sort.1),
            limit: Some(PAGE_SIZE),
            cursor: query.cursor.clone(),
        });
        // A cursor of another list leads nowhere.
        let Ok(page) = page else { return Ok(Draft::not_found(app).into()) };
        let path = format!("/books?limit={PAGE_SIZE}&sort={}{place}{from}", query.sort.0);
        seeds.add_json(&path, &page.json()?);
        page
    } else {
        let books = match app.search.books(&app.catalogue, &query.search).await {
            Ok(books) => {
                let path = format!("/books/search?q={}", url_part(&query.search));
                seeds.add_json(&path, &catalogue::search::json(&books));
                books
            }
            // Too long a query finds nothing.
            Err(error) if error.code.status().is_client_error() => Vec::new(),
            Err(error) => return Err(error),
        };
        catalogue::Page { total: books.len(), books, next_cursor: None }
    };
    let steps = breadcrumbs(app, &snapshot, category);
    let (title, path) = steps.last().map(|step| (&step.name, &step.path)).expect("a list has a name");
    let names: Vec<&str> = page.books.iter().take(4).map(|entry| entry.book.card.title.as_str()).collect();
    let is_indexed = query.search.is_empty() && query.cursor.is_none();
    let head = Head {
        title: app.site.title(title),
        description: format!("{title}: {}", names.join(", ")),
        canonical: is_indexed.then(|| path.clone()),
        json_ld: vec![breadcrumb_list(&app.config.public_base(), &steps)],
        ..Head::default()
    };
    let cards: Vec<&BookCard> = page.books.iter().map(|entry| &entry.book.card).collect();
    let content = json!({
        "books": cards, "total": page.total, "nextCursor": page.next_cursor, "category": category,
        "breadcrumbs": steps, "search": query.search, "sort": query.sort.0,
    });
    Ok(Draft::new("list.html", Screen::BOOKS, head, content, seeds).into())
}

/// All books, then the categories from the top one down to this.
fn breadcrumbs(app: &AppState, snapshot: &Snapshot, category: Option<&Category>) -> Vec<Breadcrumb> {
    let all = Breadcrumb { name: app.site.text("books").to_owned(), path: "/raamatud".to_owned() };
    let chain = category.map(|category| snapshot.chain(category.id)).unwrap_or_default();
    let step =
        |category: &Category| Breadcrumb { name: category.name.clone(), path: category_address(category) };
    std::iter::once(all).chain(chain.into_iter().map(step)).collect()
}

/// `/raamatud/{slug}`; a former slug redirects to the current one.
pub async fn book(State(app): State<AppState>, Path(slug): Path<String>, headers: HeaderMap) -> Response {
    respond(&app, format!("/raamatud/{slug}"), &headers, async |variant| {
        let snapshot = app.catalogue.snapshot();
        let is_visible = |entry: &&Arc<BookEntry>| entry.is_visible();
        let Some(entry) = snapshot.by_slug(&slug) else {
            return Ok(match snapshot.old_slug(&slug).filter(is_visible) {
                Some(entry) => Outcome::Moved(format!("/raamatud/{}", entry.slug())),
                None => unknown_book(&app, variant.signed_in),
            });
        };
        if !entry.is_visible() {
            return Ok(unknown_book(&app, variant.signed_in));
        }
        let (book, card) = (&entry.book, &entry.book.card);
        let mut seeds = Seeds::default();
        seeds.add_json(&format!("/books/slug/{}", url_part(&slug)), &entry.json);
        let categories: Vec<&Category> =
            card.category_ids.iter().filter_map(|&id| snapshot.category(id)).collect();
        let mut steps = breadcrumbs(&app, &snapshot, categories.first().copied());
        let here = format!("/raamatud/{}", card.slug);
        steps.push(Breadcrumb { name: card.title.clone(), path: here.clone() });
        let description = heliriiul_cms::plain_text(&book.description);
        let base = app.config.public_base();
        let head = Head {
            title: app.site.title(&format!("{} - {}", card.title, card.author)),
            canonical: Some(here),
            image: card.image.clone(),
            og_type: Some("book"),
            json_ld: vec![audiobook(&base, book, &description), breadcrumb_list(&base, &steps)],
            description,
        };
        let member_price = card.price.map(|price| price.less(app.config.shop.subscriber_discount));
        let content = json!({
            "book": book, "bookCategories": categories, "memberPrice": member_price, "breadcrumbs": steps,
        });
        Ok(Draft::new("book.html", Screen::BOOK, head, content, seeds).into())
    })
    .await
}

/// The owner of a hidden book may see it. Only the browser has the token, so the browser fetches the book.
fn unknown_book(app: &AppState, signed_in: bool) -> Outcome {
    if signed_in { Draft::bare(app, Some(Screen::BOOK)) } else { Draft::not_found(app) }.into()
}

/// `/{slug}`: a file of the storefront's root, or a page of content.
pub async fn content_page(
    State(app): State<AppState>,
    Path(slug): Path<String>,
    headers: HeaderMap,
) -> Response {
    if slug.contains('.')
        && let Some(file) = assets::storefront_file(&slug, &headers).await
    {
        return file;
    }
    respond(&app, format!("/{slug}"), &headers, async |_| {
        let content = app.content.snapshot();
        let Some(page) = content.page(&slug) else {
            return Ok(match content.moved_page(&slug) {
                Some(present) => Outcome::Moved(format!("/{present}")),
                None => Draft::not_found(&app).into(),
            });
        };
        let mut seeds = Seeds::default();
        seeds.add(&format!("/pages/{}", url_part(&slug)), page)?;
        let here = Breadcrumb { name: page.title.clone(), path: format!("/{}", page.identifier) };
        let summary = page.summary.clone().filter(|summary| !summary.is_empty());
        let head = Head {
            title: app.site.title(&page.title),
            description: summary.unwrap_or_else(|| heliriiul_cms::plain_text(&page.content)),
            canonical: Some(here.path.clone()),
            image: page.share_image.clone(),
            og_type: Some("article"),
            json_ld: vec![breadcrumb_list(&app.config.public_base(), &[here])],
        };
        let content = json!({ "content": page });
        Ok(Draft::new("page.html", Screen::PAGE, head, content, seeds).into())
    })
    .await
}

/// `/raamatud/isbn/{isbn}`: to the book, or home if there is none (spec §2).
pub async fn isbn(State(app): State<AppState>, Path(isbn): Path<String>) -> Redirect {
    let snapshot = app.catalogue.snapshot();
    let entry = Isbn::parse(&isbn).ok().and_then(|isbn| snapshot.by_isbn(&isbn));
    let visible = entry.filter(|entry| entry.is_visible());
    Redirect::to(&visible.map_or_else(|| "/".to_owned(), |entry| format!("/raamatud/{}", entry.slug())))
}

/// `/booking`: to the calendar, if the settings name one.
pub async fn booking(State(app): State<AppState>, headers: HeaderMap, uri: Uri) -> Response {
    if app.config.site.booking_url.is_empty() {
        return not_found(State(app), headers, uri).await;
    }
    Redirect::to(&app.config.site.booking_url).into_response()
}

/// A screen that only the browser draws.
pub async fn private_screen(State(app): State<AppState>, uri: Uri, headers: HeaderMap) -> Response {
    let mut page = respond(&app, String::new(), &headers, async |_| Ok(Draft::bare(&app, None).into())).await;
    if addresses::has_token(uri.path()) {
        page.headers_mut().insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    }
    page
}

/// Every other address, in the store's frame.
pub async fn not_found(State(app): State<AppState>, headers: HeaderMap, uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    // Browsers and crawlers probe for files; they read no page.
    if path.rsplit('/').next().is_some_and(|name| name.contains('.')) {
        return ApiError::not_found("There is no such file.").into_response();
    }
    respond(&app, format!("/{path}"), &headers, async |_| Ok(Draft::not_found(&app).into())).await
}
