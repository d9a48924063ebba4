//! The order of sliders on the home page and of pages in the footer.

use futures::future::join_all;
use heliriiul::worker;
use reqwest::{Method, Response};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::{
    fixtures::app::problem,
    fixtures::desk::Desk,
    fixtures::desk::{body, get_html, id_of},
};

async fn order(desk: &Desk, kind: &str, ids: &[String]) -> Response {
    let request = desk.app.request(Method::PUT, &format!("/api/desk/order/{kind}"));
    request.header("Api-Token", &desk.editor).json(&json!({ "ids": ids })).send().await.unwrap()
}

/// Creates and publishes documents of a kind; their titles are their identifiers.
async fn published(desk: &Desk, kind: &str, identifiers: &[&str]) -> Vec<String> {
    let mut ids = Vec::new();
    for identifier in identifiers {
        let rule = json!({ "kind": "newest", "categoryId": null, "count": 3 });
        let text = json!({ "title": identifier, "content": "", "showInFooter": true, "rule": rule });
        let id = id_of(&desk.make(kind, identifier, text).await);
        body(desk.act("publish", &id, 1).await).await;
        ids.push(id);
    }
    ids
}

/// The member of this name in each element of a list.
fn each(list: &Value, member: &str) -> Vec<String> {
    list.as_array().unwrap().iter().map(|item| item[member].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn readers_see_sliders_and_pages_in_the_order_of_the_desk() {
    let desk = Desk::new().await;
    desk.app.import(&[json!({ "slug": "kevade", "title": "Kevade", "author": "Oskar Luts" })]).await;
    let rows = published(&desk, "slider", &["a", "b", "c", "d"]).await;
    let pages = published(&desk, "page", &["e", "f", "g"]).await;
    let read = async |path: &str| desk.app.get(path).await.json::<Value>().await.unwrap();
    let before = desk.app.state.change_feed.applied();

    // Documents that are not named follow in their previous order.
    let listed = body(order(&desk, "slider", &[rows[3].clone(), rows[1].clone()]).await).await;
    assert_eq!(each(&listed, "title"), ["d", "b", "a", "c"]);
    assert_eq!(each(&read("/api/home").await["sliders"], "label"), ["d", "b", "a", "c"]);
    assert_eq!(each(&read("/api/sliders").await, "label"), ["d", "b", "a", "c"]);
    let (_, html) = get_html(&desk.app, "/").await;
    let place = |id: &str| html.find(&format!("riiul-{id}")).unwrap();
    assert!(place(&rows[3]) < place(&rows[1]) && place(&rows[1]) < place(&rows[0]));
    assert_eq!(each(&read("/api/footer").await["pages"], "title"), ["e", "f", "g"], "another kind stays");

    let mut wanted = pages.clone();
    wanted.reverse();
    body(order(&desk, "page", &wanted).await).await;
    assert_eq!(each(&read("/api/footer").await["pages"], "title"), ["g", "f", "e"]);
    assert_eq!(desk.app.state.change_feed.applied(), before + 2);
    // The same order again is not recorded, and a new document comes last.
    body(order(&desk, "page", &wanted).await).await;
    body(order(&desk, "page", &[]).await).await;
    assert_eq!(desk.app.state.change_feed.applied(), before + 2);
    published(&desk, "page", &["0"]).await;
    assert_eq!(each(&read("/api/footer").await["pages"], "title"), ["g", "f", "e", "0"]);
    let mut tx = desk.app.db().read().await.unwrap();
    let acts: Vec<String> = tx
        .scalars(
            "SELECT detail FROM audit_log WHERE act = 'order' AND subject_id = $1 ORDER BY id",
            (Uuid::nil(),),
        )
        .await
        .unwrap();
    let acts: Vec<Value> = acts.iter().map(|act| serde_json::from_str(act).unwrap()).collect();
    assert_eq!(acts.len(), 2);
    assert_eq!(acts[1], json!({ "ids": { "from": pages, "to": wanted } }));
}

#[tokio::test]
async fn an_order_with_an_unknown_id_names_its_place() {
    let desk = Desk::new().await;
    let rows = published(&desk, "slider", &["a", "b"]).await;
    let page = published(&desk, "page", &["c"]).await.remove(0);
    let unknown = "01976f00-0000-7000-8000-000000000001".to_owned();
    let (a, b) = (rows[0].clone(), rows[1].clone());
    for (ids, field, code) in [
        (vec![b.clone(), a.clone(), unknown], "ids[2]", "not-found"),
        (vec![b.clone(), page], "ids[1]", "not-found"),
        (vec![b.clone(), a, b.clone()], "ids", "invalid"),
        (vec!["x".to_owned()], "ids[0]", "invalid"),
    ] {
        let refused = problem(order(&desk, "slider", &ids).await, 422, "validation").await;
        assert_eq!(refused["errors"], json!([{ "field": field, "code": code }]));
    }
    for kind in ["section", "announcement", "poem"] {
        problem(order(&desk, kind, &[]).await, 404, "not-found").await;
    }
    let sliders: Value = desk.app.get("/api/sliders").await.json().await.unwrap();
    assert_eq!(each(&sliders, "label"), ["a", "b"]);
}

#[tokio::test]
async fn orders_and_publishes_at_once_all_succeed() {
    let desk = Desk::new().await;
    let rows = published(&desk, "slider", &["a", "b", "c", "d", "e", "f"]).await;
    for round in 1..=5_i64 {
        for id in &rows {
            let row = json!({ "title": format!("rida {round}"), "bookIds": [] });
            body(desk.put(id, round, row).await).await;
        }
        let orders: Vec<Vec<String>> = (0..rows.len())
            .map(|start| {
                let mut order = rows.clone();
                order.rotate_left(start);
                order
            })
            .collect();
        let identifier = format!("uus-{round}");
        let (ordered, published, made, due) = futures::join!(
            join_all(orders.iter().map(|ids| order(&desk, "slider", ids))),
            join_all(rows.iter().rev().map(|id| desk.act("publish", id, round + 1))),
            desk.make("slider", &identifier, json!({ "title": "Uus", "bookIds": [] })),
            worker::run_due(&desk.app.state),
        );
        due.unwrap();
        assert!(ordered.iter().chain(&published).all(|answer| answer.status() == 200), "{round}");
        let items = desk.get("/api/desk/items").await;
        let sliders: Vec<&Value> =
            items.as_array().unwrap().iter().filter(|item| item["kind"] == "slider").collect();
        let ids: Vec<String> = sliders.iter().map(|item| item["id"].as_str().unwrap().to_owned()).collect();
        assert!(orders.iter().any(|order| ids.starts_with(order)), "{round}");
        assert_eq!(ids.last(), made["id"].as_str().map(str::to_owned).as_ref(), "{round}");
    }
}
