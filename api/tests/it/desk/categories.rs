//! The desk's categories: their tree, order, addresses and versions, and when one may be deleted.

use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    desk::books::{Books, json_of, titles},
    fixtures::app::problem,
};

#[tokio::test]
async fn a_category_moves_with_all_below_it() {
    let books = Books::new().await;
    assert_eq!(books.paths().await, ["romaanid", "romaanid/ajaloolised", "lood"]);
    let mut novels = books.category("romaanid").await;
    assert_eq!(books.category("romaanid/ajaloolised").await["bookCount"], 1);
    novels["slug"] = json!("proosa");
    novels["name"] = json!(" Proosa ");
    let changed = json_of(books.save_category(&novels).await).await;
    assert_eq!((&changed["path"], &changed["name"]), (&json!("proosa"), &json!("Proosa")));
    assert_eq!(books.paths().await, ["proosa", "proosa/ajaloolised", "lood"]);
    let list: Value =
        books.app.get("/api/books?category=proosa%2Fajaloolised&limit=5").await.json().await.unwrap();
    assert_eq!(titles(&list), ["Kevade"]);
    // The old addresses redirect, and lists with the old path still work.
    let redirect = async |path: &str| {
        let answer = books.app.get(&format!("/raamatud/kategooria/{path}")).await;
        let to = answer.headers().get("location").map(|to| to.to_str().unwrap().to_owned());
        (answer.status().as_u16(), to)
    };
    let to = |path: &str| (301, Some(format!("/raamatud/kategooria/{path}")));
    assert_eq!(redirect("romaanid").await, to("proosa"));
    assert_eq!(redirect("romaanid/ajaloolised").await, to("proosa/ajaloolised"));
    let list: Value = books.app.get("/api/books?category=romaanid&limit=5").await.json().await.unwrap();
    assert_eq!(titles(&list), ["Kevade"]);

    // A category can move below another one, but not into its own subtree.
    novels["version"] = changed["version"].clone();
    let lood = books.category("lood").await;
    novels["parentId"] = lood["id"].clone();
    let moved = json_of(books.save_category(&novels).await).await;
    novels["version"] = moved["version"].clone();
    assert_eq!(books.paths().await, ["lood", "lood/proosa", "lood/proosa/ajaloolised"]);
    for below in ["lood/proosa", "lood/proosa/ajaloolised"] {
        novels["parentId"] = books.category(below).await["id"].clone();
        let refused = problem(books.save_category(&novels).await, 422, "validation").await;
        assert_eq!(refused["errors"], json!([{ "field": "parentId", "code": "invalid" }]));
    }
    assert_eq!(redirect("romaanid").await, to("lood/proosa"));
    assert_eq!(redirect("proosa/ajaloolised").await, to("lood/proosa/ajaloolised"));
    // After the category moves back, its old address redirects no more.
    (novels["parentId"], novels["slug"]) = (json!(null), json!("romaanid"));
    json_of(books.save_category(&novels).await).await;
    assert_eq!(redirect("romaanid").await.0, 200);
    assert_eq!(redirect("lood/proosa").await, to("romaanid"));
    let acts = books.acts("category", novels["id"].as_str().unwrap()).await;
    assert_eq!(acts.len(), 3);
    assert_eq!(acts[1].2["path"], json!({ "from": "proosa", "to": "lood/proosa" }));
}

#[tokio::test]
async fn categories_are_made_ordered_and_deleted() {
    let books = Books::new().await;
    let add = |parent: Value, slug: &str| {
        let new =
            json!({ "parentId": parent, "slug": slug, "name": slug.to_uppercase(), "includeInMenu": true });
        async { books.send(Method::POST, "/api/desk/categories", &{ new }).await }
    };
    let answer = add(json!(null), "luule").await;
    assert_eq!(answer.status(), 201);
    let luule: Value = answer.json().await.unwrap();
    assert_eq!((&luule["path"], &luule["bookCount"]), (&json!("luule"), &json!(0)));
    problem(add(json!(null), "luule").await, 409, "conflict").await;
    for (parent, slug, field, code) in [
        (json!(null), "Luule", "slug", "invalid"),
        (json!(null), "", "slug", "required"),
        (json!("01976f00-0000-7000-8000-000000000001"), "a", "parentId", "not-found"),
    ] {
        let refused = problem(add(parent, slug).await, 422, "validation").await;
        assert!(refused["errors"].as_array().unwrap().contains(&json!({ "field": field, "code": code })));
    }
    let mut parent = luule["id"].clone();
    for slug in ["a", "b", "c", "d"] {
        let answer = add(parent, slug).await;
        assert_eq!(answer.status(), 201, "{slug}");
        parent = answer.json::<Value>().await.unwrap()["id"].clone();
    }
    let refused = problem(add(parent, "e").await, 422, "validation").await;
    assert_eq!(refused["errors"], json!([{ "field": "parentId", "code": "out-of-range" }]));

    let ids = |list: &Value| -> Vec<Value> {
        let top = list.as_array().unwrap().iter().filter(|each| each["parentId"].is_null());
        top.map(|each| each["id"].clone()).collect()
    };
    let mut wanted = ids(&books.get("/api/desk/categories").await);
    wanted.reverse();
    let order = |ids: &[Value]| {
        let order = json!({ "parentId": null, "ids": ids });
        async { books.send(Method::PUT, "/api/desk/categories/order", &{ order }).await }
    };
    assert_eq!(ids(&json_of(order(&wanted).await).await), wanted);
    let public: Value = books.app.get("/api/categories").await.json().await.unwrap();
    assert_eq!(ids(&public), wanted);
    problem(order(&wanted[1..]).await, 409, "conflict").await;
    let twice = [wanted[0].clone(), wanted[0].clone()];
    problem(order(&twice).await, 422, "validation").await;

    for (path, status) in [
        ("romaanid", 409),
        ("romaanid/ajaloolised", 409),
        ("luule", 409),
        ("lood", 204),
        ("luule/a/b/c/d", 204),
    ] {
        let id = books.category(path).await["id"].as_str().unwrap().to_owned();
        let address = format!("/api/desk/categories/{id}");
        let answer = books.send(Method::DELETE, &address, &json!(null)).await;
        assert_eq!(answer.status(), status, "{path}");
        if status == 204 {
            problem(books.send(Method::DELETE, &address, &json!(null)).await, 404, "not-found").await;
        }
    }
    let public: Value = books.app.get("/api/categories").await.json().await.unwrap();
    assert!(public.as_array().unwrap().iter().all(|each| each["path"] != "lood"));
}

#[tokio::test]
async fn a_category_that_a_slider_shows_cannot_be_deleted() {
    let books = Books::new().await;
    let lood = books.category("lood").await["id"].clone();
    let row = |category: &Value| json!({ "title": "Lood", "rule": { "kind": "category", "categoryId": category, "count": 3 } });
    let new = |category: &Value| json!({ "kind": "slider", "identifier": "lood", "body": row(category) });
    let unknown = new(&json!("01976f00-0000-7000-8000-000000000001"));
    let refused =
        problem(books.send(Method::POST, "/api/desk/items", &unknown).await, 422, "validation").await;
    assert_eq!(refused["errors"], json!([{ "field": "body.rule.categoryId", "code": "not-found" }]));
    let made = books.send(Method::POST, "/api/desk/items", &new(&lood)).await;
    assert_eq!(made.status(), 201);
    let id = made.json::<Value>().await.unwrap()["id"].as_str().unwrap().to_owned();
    let address = format!("/api/desk/categories/{}", lood.as_str().unwrap());
    let refused = problem(books.send(Method::DELETE, &address, &json!(null)).await, 409, "conflict").await;
    assert_eq!(refused["usedBy"], json!(["Lood"]));
    let other = json!({ "basedOn": 1, "body": { "title": "Lood", "bookIds": [] } });
    json_of(books.send(Method::PUT, &format!("/api/desk/items/{id}"), &other).await).await;
    assert_eq!(books.send(Method::DELETE, &address, &json!(null)).await.status(), 204);
}

#[tokio::test]
async fn two_moves_at_once_make_no_circle() {
    let books = Books::new().await;
    for _ in 0..5 {
        let (lood, novels) = (books.category("lood").await, books.category("romaanid").await);
        let under = |category: &Value, parent: &Value| {
            let mut save = category.clone();
            save["parentId"] = parent["id"].clone();
            let books = &books;
            async move { books.save_category(&save).await.status().as_u16() }
        };
        let (one, other) = tokio::join!(under(&lood, &novels), under(&novels, &lood));
        assert!(matches!((one, other), (200, 422) | (422, 200)), "{one} {other}");
        let mut moved = if one == 200 { lood } else { novels };
        let all = books.get("/api/desk/categories").await;
        let all = all.as_array().unwrap();
        assert_eq!(all.len(), 3);
        let now = all.iter().find(|each| each["id"] == moved["id"]).unwrap();
        moved["version"] = now["version"].clone();
        json_of(books.save_category(&moved).await).await;
    }
}

#[tokio::test]
async fn a_stale_save_of_a_category_gets_the_current_one_and_loses_neither() {
    let books = Books::new().await;
    let lood = books.category("lood").await;
    let (mut first, mut second) = (lood.clone(), lood.clone());
    first["name"] = json!("Esimene");
    second["includeInMenu"] = json!(true);
    let saved = json_of(books.save_category(&first).await).await;
    assert!(saved["version"].as_i64() > lood["version"].as_i64());
    assert_eq!(books.category("lood").await, saved);
    let conflict = problem(books.save_category(&second).await, 409, "stale-revision").await;
    assert_eq!(conflict["current"], saved);
    assert_eq!(books.category("lood").await["name"], "Esimene");
    // The same save sent again, as after a lost response, is no conflict.
    assert_eq!(json_of(books.save_category(&first).await).await, saved);
    second["version"] = conflict["current"]["version"].clone();
    assert_eq!(json_of(books.save_category(&second).await).await["includeInMenu"], true);

    // Of many concurrent saves exactly one succeeds, and the next version is greater even within a millisecond.
    let mut versions = vec![books.category("lood").await["version"].as_i64().unwrap()];
    for round in 0..3 {
        let current = books.category("lood").await;
        let simultaneous = (0..8).map(|n| {
            let mut save = current.clone();
            save["name"] = json!(format!("Katse {round} {n}"));
            let books = &books;
            async move { books.save_category(&save).await.status().as_u16() }
        });
        let mut statuses = futures::future::join_all(simultaneous).await;
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409, 409, 409, 409, 409, 409, 409]);
        versions.push(books.category("lood").await["version"].as_i64().unwrap());
    }
    assert!(versions.is_sorted_by(|a, b| a < b), "{versions:?}");
}

#[tokio::test]
async fn every_write_of_a_category_changes_its_version() {
    let books = Books::new().await;
    let version = async |path: &str| books.category(path).await["version"].as_i64().unwrap();
    let (lood, below) = (books.category("lood").await, version("romaanid/ajaloolised").await);
    let mut novels = books.category("romaanid").await;
    // A move of the category above.
    novels["slug"] = json!("proosa");
    json_of(books.save_category(&novels).await).await;
    assert!(version("proosa/ajaloolised").await > below);
    assert_eq!(version("lood").await, lood["version"].as_i64().unwrap());
    // Another order, and an import.
    let order = json!({ "parentId": null, "ids": [lood["id"], novels["id"]] });
    json_of(books.send(Method::PUT, "/api/desk/categories/order", &order).await).await;
    let ordered = version("lood").await;
    assert!(ordered > lood["version"].as_i64().unwrap());
    let mut stale = lood.clone();
    stale["name"] = json!("Jutud");
    problem(books.save_category(&stale).await, 409, "stale-revision").await;
    let import = "[[category]]\nslug = \"lood\"\nname = \"Jutud\"\n";
    books.app.import_categories(import).await;
    let imported = version("lood").await;
    assert!(imported > ordered);
    books.app.import_categories(import).await;
    assert_eq!(version("lood").await, imported, "nothing was written");

    // Creating needs no version, saving needs one.
    let address = format!("/api/desk/categories/{}", lood["id"].as_str().unwrap());
    let refused = problem(books.send(Method::PUT, &address, &lood).await, 422, "validation").await;
    assert_eq!(refused["errors"], json!([{ "field": "basedOn", "code": "required" }]));
}
