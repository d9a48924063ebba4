//! The public pages, and the bare shell of the screens that React draws alone (spec §2, route table).

use axum::{
    Extension,
    extract::{Path, RawQuery, State},
    http::{HeaderMap, HeaderValue, StatusCode, Uri, header},
    response::{IntoResponse, Redirect, Response},
};
use serde_json::{Map, Value, json};

use super::{
    TOKEN_SCREENS, assets,
    head::{Head, audiobook, breadcrumb_list},
    inside::{Answer, Inside, InsideError},
    shell::{self, Draft, Outcome, Seeds},
};
use crate::state::AppState;

type Made = Result<Outcome, InsideError>;

/// How many books a list begins with; the storefront asks for as many.
const PAGE_SIZE: usize = 24;

/// Search needs three characters (spec §5).
const SEARCH_MIN: usize = 3;

fn texts<'a>(app: &'a AppState, name: &str) -> &'a str {
    app.site.texts[name].as_str().unwrap_or_default()
}

fn titled(app: &AppState, title: &str) -> String {
    format!("{title} | {}", texts(app, "productName"))
}

fn encode(part: &str) -> String {
    url::form_urlencoded::byte_serialize(part.as_bytes()).collect::<String>().replace('+', "%20")
}

/// `/`: the landing page; for somebody signed in, or inside the apps, the shell of the library screen.
pub async fn home(
    State(app): State<AppState>,
    Extension(inside): Extension<Inside>,
    headers: HeaderMap,
) -> Response {
    shell::answer(&app, &inside, "/".to_owned(), &headers, async |visitor| {
        if visitor.session || visitor.in_app {
            return Ok(bare(&app, Some("src/routes/home.tsx")));
        }
        let mut seeds = Seeds::default();
        let home = seeds.ask(&inside, "/home").await?.unwrap_or_default();
        let content = app.content.snapshot();
        let intro = content.section("intro");
        let description = intro.map(|intro| heliriiul_cms::plain_text(&intro.content)).unwrap_or_default();
        let product = texts(&app, "productName");
        let title = intro.map_or_else(|| product.to_owned(), |intro| format!("{} | {product}", intro.title));
        let base = app.config.public_base();
        let json_ld = json!({
            "@type": "WebSite", "name": product, "url": format!("{base}/"), "inLanguage": "et",
            "potentialAction": {
                "@type": "SearchAction",
                "target": format!("{base}/raamatud?q={{query}}"),
                "query-input": "required name=query",
            },
        });
        Ok(Outcome::Page(Box::new(Draft {
            template: "home.html",
            screen: Some("src/routes/home.tsx"),
            status: StatusCode::OK,
            head: Head {
                title,
                description,
                canonical: Some("/".to_owned()),
                json_ld: vec![json_ld],
                ..Head::default()
            },
            context: members(json!({ "sliders": home["sliders"] })),
            seeds,
        })))
    })
    .await
}

/// `/raamatud`, with `?q=` and `?sort=`.
pub async fn books(
    State(app): State<AppState>,
    Extension(inside): Extension<Inside>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let query = ListQuery::read(query.as_deref().unwrap_or_default());
    let address = format!("/raamatud{}", query.address());
    shell::answer(&app, &inside, address, &headers, async |_| list(&app, &inside, &query, None).await).await
}

/// `/raamatud/kategooria/{path}`; a former path and a wrong ancestor lead to the right one.
pub async fn category(
    State(app): State<AppState>,
    Extension(inside): Extension<Inside>,
    Path(path): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let query = ListQuery { search: String::new(), ..ListQuery::read(query.as_deref().unwrap_or_default()) };
    let address = format!("/raamatud/kategooria/{path}{}", query.address());
    shell::answer(&app, &inside, address, &headers, async |_| {
        let categories = categories(&inside).await?;
        let last = path.rsplit('/').next().unwrap_or_default();
        let exact = categories.iter().find(|category| category["path"] == path.as_str());
        let snapshot = app.catalogue.snapshot();
        let former = snapshot.old_category_path(&path).map(|category| category.id.to_string());
        let of_former = || categories.iter().find(|category| category["id"].as_str() == former.as_deref());
        let of_slug = || categories.iter().find(|category| category["slug"] == last);
        let Some(category) = exact.or_else(of_former).or_else(of_slug) else {
            return Ok(missing(&app));
        };
        if exact.is_none() {
            let right = category["path"].as_str().unwrap_or_default();
            return Ok(Outcome::Moved(format!("/raamatud/kategooria/{right}{}", query.address())));
        }
        list(&app, &inside, &query, Some((category, &categories))).await
    })
    .await
}

async fn categories(inside: &Inside) -> Result<Vec<Value>, InsideError> {
    let mut unseen = Seeds::default();
    let answer = unseen.ask(inside, "/categories").await?.unwrap_or_default();
    Ok(answer.as_array().cloned().unwrap_or_default())
}

/// What a list's address asks for.
struct ListQuery {
    sort: &'static str,
    search: String,
    cursor: Option<String>,
}

impl ListQuery {
    fn read(query: &str) -> Self {
        let mut read = Self { sort: "title", search: String::new(), cursor: None };
        for (name, value) in url::form_urlencoded::parse(query.as_bytes()) {
            match name.as_ref() {
                "sort" => {
                    let known = ["title", "author", "newest", "popular"];
                    read.sort = known.into_iter().find(|&sort| sort == value).unwrap_or("title");
                }
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
            parts.push(format!("q={}", encode(&self.search)));
        }
        if self.sort != "title" {
            parts.push(format!("sort={}", self.sort));
        }
        if let Some(cursor) = &self.cursor {
            parts.push(format!("cursor={}", encode(cursor)));
        }
        if parts.is_empty() { String::new() } else { format!("?{}", parts.join("&")) }
    }
}

async fn list(
    app: &AppState,
    inside: &Inside,
    query: &ListQuery,
    category: Option<(&Value, &[Value])>,
) -> Made {
    let mut seeds = Seeds::default();
    let (books, total, next_cursor) = if query.search.is_empty() {
        let place = category.and_then(|(category, _)| category["path"].as_str());
        let place = place.map_or_else(String::new, |path| format!("&category={path}"));
        let from =
            query.cursor.as_ref().map_or_else(String::new, |cursor| format!("&cursor={}", encode(cursor)));
        let path = format!("/books?limit={PAGE_SIZE}&sort={}{place}{from}", query.sort);
        let Some(page) = seeds.ask(inside, &path).await? else { return Ok(missing(app)) };
        (page["books"].clone(), page["total"].clone(), page["nextCursor"].clone())
    } else {
        let found = seeds.ask(inside, &format!("/books/search?q={}", encode(&query.search))).await?;
        let found = found.unwrap_or_default();
        let total = found.as_array().map_or(0, Vec::len);
        (found, total.into(), Value::Null)
    };
    let all_books = (texts(app, "books").to_owned(), "/raamatud".to_owned());
    let (title, path, steps) = match category {
        None => (all_books.0.clone(), all_books.1.clone(), vec![all_books]),
        Some((category, all)) => {
            let name = category["name"].as_str().unwrap_or_default().to_owned();
            let path = format!("/raamatud/kategooria/{}", category["path"].as_str().unwrap_or_default());
            let mut steps = vec![all_books];
            steps.extend(ancestors(category, all));
            (name, path, steps)
        }
    };
    let names: Vec<&str> =
        books.as_array().into_iter().flatten().take(4).filter_map(|book| book["title"].as_str()).collect();
    let indexed = query.search.is_empty() && query.cursor.is_none();
    let head = Head {
        title: titled(app, &title),
        description: format!("{title}: {}", names.join(", ")),
        canonical: indexed.then(|| path.clone()),
        json_ld: vec![breadcrumb_list(app, &steps)],
        ..Head::default()
    };
    let crumbs: Vec<Value> = steps.iter().map(|(name, path)| json!({ "name": name, "path": path })).collect();
    let context = json!({
        "books": books,
        "total": total,
        "nextCursor": next_cursor,
        "category": category.map(|(category, _)| category),
        "breadcrumbs": crumbs,
        "query": { "search": query.search, "sort": query.sort, "path": path },
    });
    Ok(Outcome::Page(Box::new(Draft {
        template: "list.html",
        screen: Some("src/routes/books.tsx"),
        status: StatusCode::OK,
        head,
        context: members(context),
        seeds,
    })))
}

/// The categories from the top one down to this, with their addresses.
fn ancestors(category: &Value, all: &[Value]) -> Vec<(String, String)> {
    let mut chain = Vec::new();
    let mut next = Some(category);
    while let Some(category) = next {
        let text = |name: &str| category[name].as_str().unwrap_or_default();
        chain.push((text("name").to_owned(), format!("/raamatud/kategooria/{}", text("path"))));
        let parent = &category["parentId"];
        next = all.iter().find(|other| !parent.is_null() && other["id"] == *parent);
    }
    chain.reverse();
    chain
}

/// `/raamatud/{slug}`; a slug that has changed leads to the present one.
pub async fn book(
    State(app): State<AppState>,
    Extension(inside): Extension<Inside>,
    Path(slug): Path<String>,
    headers: HeaderMap,
) -> Response {
    let address = format!("/raamatud/{slug}");
    shell::answer(&app, &inside, address, &headers, async |visitor| {
        let path = format!("/books/slug/{}", encode(&slug));
        let body = match inside.ask(&path).await? {
            Answer::Body(body) => body,
            Answer::Moved(to) => {
                let present = to.rsplit('/').next().unwrap_or_default();
                return Ok(Outcome::Moved(format!("/raamatud/{present}")));
            }
            // Its owner may see a hidden book; only the browser knows the token, so React asks.
            Answer::Missing if visitor.session => return Ok(bare(&app, Some("src/routes/book.tsx"))),
            Answer::Missing => return Ok(missing(&app)),
        };
        let book: Value = serde_json::from_str(body.get()).unwrap_or_default();
        let mut seeds = Seeds::default();
        seeds.put(&path, body);
        let all = categories(&inside).await?;
        let ids = book["categoryIds"].as_array().cloned().unwrap_or_default();
        let of_book: Vec<&Value> =
            ids.iter().filter_map(|id| all.iter().find(|one| one["id"] == *id)).collect();
        let text = |name: &str| book[name].as_str().unwrap_or_default().to_owned();
        let description = heliriiul_cms::plain_text(&text("description"));
        let mut steps = vec![(texts(&app, "books").to_owned(), "/raamatud".to_owned())];
        if let Some(first) = of_book.first() {
            steps.extend(ancestors(first, &all));
        }
        let here = format!("/raamatud/{}", text("slug"));
        steps.push((text("title"), here.clone()));
        let head = Head {
            title: titled(&app, &format!("{} - {}", text("title"), text("author"))),
            canonical: Some(here),
            image: book["image"].as_str().map(str::to_owned),
            kind: Some("book"),
            json_ld: vec![audiobook(&app, &book, &description), breadcrumb_list(&app, &steps)],
            description,
        };
        let crumbs: Vec<Value> =
            steps.iter().map(|(name, path)| json!({ "name": name, "path": path })).collect();
        let context = json!({ "book": book, "bookCategories": of_book, "breadcrumbs": crumbs });
        Ok(Outcome::Page(Box::new(Draft {
            template: "book.html",
            screen: Some("src/routes/book.tsx"),
            status: StatusCode::OK,
            head,
            context: members(context),
            seeds,
        })))
    })
    .await
}

/// `/{slug}`: a file of the storefront's root, or a page of content.
pub async fn content_page(
    State(app): State<AppState>,
    Extension(inside): Extension<Inside>,
    Path(slug): Path<String>,
    headers: HeaderMap,
) -> Response {
    if let Some(file) = slug.contains('.').then(|| assets::storefront_file(&slug, &headers)).flatten() {
        return file;
    }
    shell::answer(&app, &inside, format!("/{slug}"), &headers, async |_| {
        let path = format!("/pages/{}", encode(&slug));
        let body = match inside.ask(&path).await? {
            Answer::Body(body) => body,
            Answer::Moved(to) => {
                return Ok(Outcome::Moved(format!("/{}", to.rsplit('/').next().unwrap_or_default())));
            }
            Answer::Missing => return Ok(missing(&app)),
        };
        let page: Value = serde_json::from_str(body.get()).unwrap_or_default();
        let text = |name: &str| page[name].as_str().unwrap_or_default().to_owned();
        let summary = text("summary");
        let description =
            if summary.is_empty() { heliriiul_cms::plain_text(&text("content")) } else { summary };
        let here = format!("/{}", text("identifier"));
        let head = Head {
            title: titled(&app, &text("title")),
            description,
            json_ld: vec![breadcrumb_list(&app, &[(text("title"), here.clone())])],
            canonical: Some(here),
            image: page["shareImage"].as_str().map(str::to_owned),
            kind: Some("article"),
        };
        let mut seeds = Seeds::default();
        seeds.put(&path, body);
        Ok(Outcome::Page(Box::new(Draft {
            template: "page.html",
            screen: Some("src/routes/page.tsx"),
            status: StatusCode::OK,
            head,
            context: members(json!({ "content": page })),
            seeds,
        })))
    })
    .await
}

/// `/raamatud/isbn/{isbn}`: to the book, on any error home (spec §2).
pub async fn isbn(Extension(inside): Extension<Inside>, Path(isbn): Path<String>) -> Redirect {
    let found = match inside.ask(&format!("/books/internal/isbn/{}", encode(&isbn))).await {
        Ok(Answer::Body(body)) => serde_json::from_str::<Value>(body.get()).ok(),
        Ok(_) => None,
        Err(error) => {
            tracing::error!(%error, "the ISBN look-up failed");
            None
        }
    };
    let slug = found.as_ref().and_then(|book| book["slug"].as_str());
    Redirect::to(&slug.map_or_else(|| "/".to_owned(), |slug| format!("/raamatud/{slug}")))
}

/// `/booking`: to the calendar, when there is one.
pub async fn booking(
    State(app): State<AppState>,
    inside: Extension<Inside>,
    headers: HeaderMap,
    uri: Uri,
) -> Response {
    if app.config.site.booking_url.is_empty() {
        return not_found(State(app), inside, headers, uri).await;
    }
    Redirect::to(&app.config.site.booking_url).into_response()
}

/// A screen that React draws alone.
pub async fn private_screen(
    State(app): State<AppState>,
    Extension(inside): Extension<Inside>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let mut page =
        shell::answer(&app, &inside, String::new(), &headers, async |_| Ok(bare(&app, None))).await;
    if TOKEN_SCREENS.iter().any(|screen| uri.path().starts_with(screen)) {
        page.headers_mut().insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    }
    page
}

/// All that has no address, with the store's own frame.
pub async fn not_found(
    State(app): State<AppState>,
    Extension(inside): Extension<Inside>,
    headers: HeaderMap,
    uri: Uri,
) -> Response {
    let path = uri.path().trim_start_matches('/');
    // Pages' machinery asks for files; a whole page would only cost it.
    if path.rsplit('/').next().is_some_and(|name| name.contains('.')) {
        return crate::error::ApiError::not_found("There is no such file.").into_response();
    }
    shell::answer(&app, &inside, format!("/{path}"), &headers, async |_| Ok(missing(&app))).await
}

fn bare(app: &AppState, screen: Option<&'static str>) -> Outcome {
    Outcome::Page(Box::new(Draft {
        template: "bare.html",
        screen,
        status: StatusCode::OK,
        head: Head { title: texts(app, "productName").to_owned(), ..Head::default() },
        context: Map::new(),
        seeds: Seeds::default(),
    }))
}

pub(super) fn missing(app: &AppState) -> Outcome {
    Outcome::Page(Box::new(Draft {
        template: "not_found.html",
        screen: Some("src/routes/page.tsx"),
        status: StatusCode::NOT_FOUND,
        head: Head { title: titled(app, texts(app, "notFoundTitle")), ..Head::default() },
        context: Map::new(),
        seeds: Seeds::default(),
    }))
}

fn members(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}
