//! Images of documents over HTTP: permissions, uploads, versions, and protection from deletion while in use.

use std::{collections::HashSet, io::Write as _};

use heliriiul::content::images;
use heliriiul_db::RecordId;
use reqwest::{Method, Response};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::{
    fixtures::app::{TestApp, problem},
    fixtures::desk::with_role,
};

/// A PNG of one colour.
pub fn png(width: u32, height: u32, colour: [u8; 3]) -> Vec<u8> {
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut chunk = |kind: &[u8], data: &[u8]| {
        let mut crc = flate2::Crc::new();
        crc.update(kind);
        crc.update(data);
        file.extend(u32::try_from(data.len()).unwrap().to_be_bytes());
        file.extend_from_slice(kind);
        file.extend_from_slice(data);
        file.extend(crc.sum().to_be_bytes());
    };
    let mut head = [width.to_be_bytes(), height.to_be_bytes()].concat();
    head.extend([8, 2, 0, 0, 0]);
    chunk(b"IHDR", &head);
    let mut packer = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    let line = [vec![0], colour.repeat(width as usize)].concat();
    // A header of a huge image is enough to be refused.
    for _ in 0..height.min(1_000) {
        packer.write_all(&line).unwrap();
    }
    chunk(b"IDAT", &packer.finish().unwrap());
    chunk(b"IEND", b"");
    file
}

/// A JPEG with the place where it was taken.
fn jpeg() -> Vec<u8> {
    let plain = std::fs::read("tests/data/audio/vale-laiend-tegelikult-jpeg.mp3").unwrap();
    let exif = b"Exif\0\0 59.4370N 24.7536E";
    let length = u16::try_from(exif.len() + 2).unwrap().to_be_bytes();
    [&plain[..2], b"\xff\xe1", &length, exif, &plain[2..]].concat()
}

struct Images {
    app: TestApp,
    editor: String,
}

impl Images {
    async fn new() -> Self {
        let app = TestApp::new().await;
        let editor = with_role(&app, "toimetaja@naide.ee", "editor").await;
        Self { app, editor }
    }

    async fn send(&self, method: Method, path: &str, file: Vec<u8>) -> Response {
        self.app
            .request(method, path)
            .header("Api-Token", &self.editor)
            .header("Content-Type", "image/png")
            .body(file)
            .send()
            .await
            .unwrap()
    }

    async fn add(&self, name: &str, file: Vec<u8>) -> Value {
        let answer = self.send(Method::POST, &format!("/api/desk/images?name={name}"), file).await;
        assert_eq!(answer.status(), 201, "{name}");
        answer.json().await.unwrap()
    }

    async fn put(&self, id: &str, based_on: &Value, facts: &Value) -> Response {
        let mut save = facts.clone();
        save["basedOn"] = based_on.clone();
        self.app
            .request(Method::PUT, &format!("/api/desk/images/{id}"))
            .header("Api-Token", &self.editor)
            .json(&save)
            .send()
            .await
            .unwrap()
    }

    async fn get(&self, path: &str) -> Value {
        let answer = self.app.get_as(&self.editor, path).await;
        assert_eq!(answer.status(), 200, "{path}");
        answer.json().await.unwrap()
    }

    async fn acts(&self, id: &str) -> Vec<(String, Value)> {
        let id: Uuid = id.parse().unwrap();
        let mut tx = self.app.db().read().await.unwrap();
        let rows: Vec<(String, String)> = tx
            .all(
                "SELECT act, detail FROM audit_log WHERE subject = 'image' AND subject_id = $1 \
                 AND actor_id IS NOT NULL ORDER BY at, id",
                (id,),
            )
            .await
            .unwrap();
        rows.into_iter().map(|(act, detail)| (act, serde_json::from_str(&detail).unwrap())).collect()
    }

    /// Creates a page with this text and this image for sharing.
    async fn page_with(&self, content: &str, share_image: Option<&str>) -> String {
        let body = json!({ "title": "Õunaaed", "content": content, "shareImage": share_image });
        let new = json!({ "kind": "page", "identifier": "ounaaed", "body": body });
        let made: Value = self.app.post_as(&self.editor, "/api/desk/items", &new).await.json().await.unwrap();
        made["id"].as_str().unwrap().to_owned()
    }
}

fn id(image: &Value) -> &str {
    image["id"].as_str().unwrap()
}

#[tokio::test]
async fn only_editors_and_admins_manage_pictures() {
    let images = Images::new().await;
    let made = images.add("a.png", png(8, 8, [9, 9, 9])).await;
    let one = format!("/api/desk/images/{}", id(&made));
    let listener = images.app.register("kuulaja@naide.ee").await;
    let admin = with_role(&images.app, "haldur@naide.ee", "admin").await;
    for (method, path, done) in [
        (Method::GET, "/api/desk/images".to_owned(), 200),
        (Method::POST, "/api/desk/images?name=b.png".to_owned(), 201),
        (Method::GET, one.clone(), 200),
        (Method::PUT, format!("{one}/file"), 200),
        (Method::DELETE, one, 204),
    ] {
        let call = |token: Option<&str>| {
            let mut request = images.app.request(method.clone(), &path).body(png(9, 9, [1, 2, 3]));
            if let Some(token) = token {
                request = request.header("Api-Token", token);
            }
            async { request.send().await.unwrap() }
        };
        problem(call(None).await, 401, "unauthorized").await;
        problem(call(Some(&listener)).await, 403, "forbidden").await;
        assert_eq!(call(Some(&admin)).await.status(), done, "{method} {path}");
    }
}

#[tokio::test]
async fn a_picture_is_stored_in_widths_up_to_its_own() {
    let images = Images::new().await;
    let made = images.add("%C3%95unad.jpg", jpeg()).await;
    assert_eq!(made["name"], "Õunad.jpg");
    assert_eq!((&made["alt"], &made["decorative"], &made["uses"]), (&json!(""), &json!(false), &json!(0)));
    assert_eq!(made["createdBy"], "Mari Maasikas");
    assert_eq!(made["bytes"], jpeg().len());
    let wide = images.add("lai.png", png(700, 70, [200, 30, 30])).await;
    assert_eq!((&wide["width"], &wide["height"]), (&json!(700), &json!(70)));

    let url = made["url"].as_str().unwrap();
    let shown = images.app.get(url).await;
    assert_eq!(shown.status(), 200, "{url}");
    assert_eq!(shown.headers()["content-type"], "image/jpeg");
    let bytes = shown.bytes().await.unwrap();
    assert!(!bytes.windows(4).any(|part| part == b"Exif"), "the place is still in the file");
    let base = wide["url"].as_str().unwrap().strip_suffix("320.jpg").unwrap().to_owned();
    for (file, status) in
        [("320.avif", 200), ("640.jpg", 200), ("700.avif", 200), ("960.jpg", 404), ("1440.jpg", 404)]
    {
        assert_eq!(images.app.get(&format!("{base}{file}")).await.status(), status, "{file}");
    }

    // The newest comes first. A search reads names and descriptions.
    let said = json!({ "name": " lai.png ", "alt": "Õitsev ÕUNAPUU", "decorative": false });
    let described: Value = images.put(id(&wide), &wide["version"], &said).await.json().await.unwrap();
    assert_eq!((&described["name"], &described["alt"]), (&json!("lai.png"), &json!("Õitsev ÕUNAPUU")));
    let names = |list: Value| -> Vec<String> {
        list.as_array().unwrap().iter().map(|image| image["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(images.get("/api/desk/images").await), ["lai.png", "Õunad.jpg"]);
    assert_eq!(names(images.get("/api/desk/images?q=%C3%B5una").await), ["lai.png", "Õunad.jpg"]);
    assert_eq!(names(images.get("/api/desk/images?q=%C3%B5unad").await), ["Õunad.jpg"]);
    assert!(names(images.get("/api/desk/images?q=pirn").await).is_empty());
}

#[tokio::test]
async fn a_replaced_file_keeps_the_id_and_refreshes_documents() {
    let images = Images::new().await;
    let made = images.add("a.png", png(20, 10, [200, 30, 30])).await;
    let before = images.app.state.change_feed.applied();
    let path = format!("/api/desk/images/{}/file", id(&made));
    let replaced: Value =
        images.send(Method::PUT, &path, png(30, 40, [30, 200, 30])).await.json().await.unwrap();
    assert_eq!((&replaced["id"], &replaced["name"]), (&made["id"], &made["name"]));
    assert_eq!((&replaced["width"], &replaced["height"]), (&json!(30), &json!(40)));
    assert_ne!(replaced["url"], made["url"]);
    assert_eq!(images.app.state.change_feed.applied(), before + 1);
    // The same file again changes nothing.
    let again = images.send(Method::PUT, &path, png(30, 40, [30, 200, 30])).await;
    assert_eq!(again.status(), 200);
    assert_eq!(images.app.state.change_feed.applied(), before + 1);
    // Copies of old pages may still use the old address.
    assert_eq!(images.app.get(made["url"].as_str().unwrap()).await.status(), 200);

    let said = json!({ "name": "b.png", "alt": "Kask", "decorative": false });
    assert_eq!(images.put(id(&made), &replaced["version"], &said).await.status(), 200);
    assert_eq!(images.put(id(&made), &replaced["version"], &said).await.status(), 200);
    let acts = images.acts(id(&made)).await;
    let names: Vec<_> = acts.iter().map(|(act, _)| act.as_str()).collect();
    assert_eq!(names, ["create", "replace", "change"]);
    assert_eq!(
        acts[2].1,
        json!({ "name": { "from": "a.png", "to": "b.png" }, "alt": { "from": "", "to": "Kask" } })
    );
}

#[tokio::test]
async fn the_second_of_two_saves_gets_a_conflict_and_the_current_picture() {
    let images = Images::new().await;
    let made = images.add("a.png", png(20, 10, [200, 30, 30])).await;
    let facts = |alt: &str| json!({ "name": "a.png", "alt": alt, "decorative": false });
    let first = images.put(id(&made), &made["version"], &facts("Kask")).await;
    assert_eq!(first.status(), 200);
    let first: Value = first.json().await.unwrap();
    assert!(first["version"].as_i64() > made["version"].as_i64(), "{made} {first}");
    let stale = images.put(id(&made), &made["version"], &facts("Kuusk")).await;
    let stale = problem(stale, 409, "stale-revision").await;
    assert_eq!(stale["current"], first);
    assert_eq!(images.get(&format!("/api/desk/images/{}", id(&made))).await["alt"], "Kask");

    // A save of the stored values is no conflict and makes no new version.
    let again = images.put(id(&made), &made["version"], &facts("Kask")).await;
    assert_eq!(again.json::<Value>().await.unwrap(), first);
    // Another file is another version; the same file is not.
    let file = format!("/api/desk/images/{}/file", id(&made));
    let replaced = images.send(Method::PUT, &file, png(30, 40, [30, 200, 30])).await;
    let replaced: Value = replaced.json().await.unwrap();
    assert!(replaced["version"].as_i64() > first["version"].as_i64(), "{replaced}");
    let stale = images.put(id(&made), &first["version"], &facts("Kuusk")).await;
    assert_eq!(problem(stale, 409, "stale-revision").await["current"], replaced);
    let same = images.send(Method::PUT, &file, png(30, 40, [30, 200, 30])).await;
    assert_eq!(same.json::<Value>().await.unwrap()["version"], replaced["version"]);
    let second: Value =
        images.put(id(&made), &replaced["version"], &facts("Kuusk")).await.json().await.unwrap();
    assert_eq!((&second["alt"], images.acts(id(&made)).await.len()), (&json!("Kuusk"), 4));
    let listed = images.get("/api/desk/images").await;
    assert_eq!(listed[0]["version"], second["version"]);

    let missing = images.put(id(&made), &Value::Null, &facts("Lepp")).await;
    let missing = problem(missing, 422, "validation").await;
    assert_eq!(missing["errors"][0]["field"], "basedOn");
}

#[tokio::test]
async fn of_many_saves_of_a_picture_at_once_one_wins_and_the_others_see_it() {
    let images = Images::new().await;
    let mut image = images.add("a.png", png(20, 10, [200, 30, 30])).await;
    // Within one millisecond versions grow too.
    for round in 0..5 {
        let saves = (0..6).map(|n| {
            let facts = json!({ "name": "a.png", "alt": format!("{round} {n}"), "decorative": false });
            let (images, image) = (&images, &image);
            async move { images.put(id(image), &image["version"], &facts).await }
        });
        let (mut winners, mut losers) = (Vec::new(), Vec::new());
        for answer in futures::future::join_all(saves).await {
            if answer.status() == 200 {
                winners.push(answer.json::<Value>().await.unwrap());
            } else {
                losers.push(problem(answer, 409, "stale-revision").await["current"].clone());
            }
        }
        assert_eq!((winners.len(), losers.len()), (1, 5));
        assert!(losers.iter().all(|current| *current == winners[0]));
        assert!(winners[0]["version"].as_i64() > image["version"].as_i64());
        image = winners.remove(0);
    }
}

#[tokio::test]
async fn a_picture_that_a_document_shows_cannot_be_deleted() {
    let images = Images::new().await;
    let made = images.add("a.png", png(20, 10, [200, 30, 30])).await;
    images.add("b.png", png(20, 10, [30, 200, 30])).await;
    let shared = images.add("c.png", png(20, 10, [30, 30, 200])).await;
    let text = format!("<p>a</p><img data-image=\"{}\" alt=\"Õun\">", id(&made));
    let page = images.page_with(&text, Some(id(&shared))).await;
    let one = format!("/api/desk/images/{}", id(&made));
    let seen = images.get(&one).await;
    assert_eq!(seen["uses"], 1);
    assert_eq!(seen["usedBy"], json!([{ "id": page, "kind": "page", "title": "Õunaaed", "live": false }]));
    let other = format!("/api/desk/images/{}", id(&shared));
    for held in [&one, &other] {
        problem(images.send(Method::DELETE, held, Vec::new()).await, 409, "conflict").await;
    }
    let existing: RecordId = id(&made).parse().unwrap();
    let wanted = [Uuid::nil().into(), existing, Uuid::max().into()].into();
    let mut tx = images.app.db().read().await.unwrap();
    let found = images::lookup(&mut tx, &wanted).await.unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!((found[&existing].width, found[&existing].widths.0.as_slice()), (20, &[20][..]));
    assert!(images::lookup(&mut tx, &HashSet::new()).await.unwrap().is_empty());
    drop(tx);
    let request = images.app.request(Method::PUT, &format!("/api/desk/items/{page}"));
    let bare = json!({ "basedOn": 1, "body": { "title": "Õunaaed", "content": "<p>a</p>" } });
    let saved = request.header("Api-Token", &images.editor).json(&bare).send().await.unwrap();
    assert_eq!(saved.status(), 200);
    for free in [&one, &other] {
        assert_eq!(images.send(Method::DELETE, free, Vec::new()).await.status(), 204);
    }
    problem(images.send(Method::DELETE, &one, Vec::new()).await, 404, "not-found").await;
    assert_eq!(images.acts(id(&made)).await.last().unwrap().0, "delete");
}

#[tokio::test]
async fn a_file_that_is_not_a_picture_is_refused() {
    let images = Images::new().await;
    let made = images.add("a.png", png(20, 10, [200, 30, 30])).await;
    let file = format!("/api/desk/images/{}/file", id(&made));
    let mut broken = png(400, 400, [1, 2, 3]);
    broken.truncate(60);
    for (sent, code) in [
        (b"See on tekst, mitte pilt.".to_vec(), "invalid"),
        (b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>".to_vec(), "invalid"),
        (b"GIF89a\x01\x00\x01\x00".to_vec(), "invalid"),
        (vec![0; 1 << 20], "invalid"),
        (Vec::new(), "invalid"),
        (broken, "invalid"),
        (png(60_000, 60_000, [0; 3]), "too-many-pixels"),
        (png(10_000, 10_000, [0; 3]), "too-many-pixels"),
    ] {
        for (method, path) in [(Method::POST, "/api/desk/images?name=a.png"), (Method::PUT, &file)] {
            let refused = problem(images.send(method, path, sent.clone()).await, 422, "validation").await;
            assert_eq!(refused["errors"], json!([{ "field": "image", "code": code }]), "{refused}");
        }
    }
    let huge = images.send(Method::POST, "/api/desk/images?name=a.png", vec![0; (20 << 20) + 1]).await;
    problem(huge, 413, "payload-too-large").await;
    for (path, field, code) in [
        ("/api/desk/images".to_owned(), "name", "required"),
        ("/api/desk/images?name=%20".to_owned(), "name", "required"),
        ("/api/desk/images?name=a%0Ab".to_owned(), "name", "invalid"),
        (format!("/api/desk/images?name={}", "a".repeat(201)), "name", "too-long"),
    ] {
        let refused =
            problem(images.send(Method::POST, &path, png(2, 2, [0; 3])).await, 422, "validation").await;
        assert_eq!(refused["errors"], json!([{ "field": field, "code": code }]), "{path}");
    }
    let said = json!({ "name": "a", "alt": "õ".repeat(501), "decorative": false });
    let refused = problem(images.put(id(&made), &made["version"], &said).await, 422, "validation").await;
    assert_eq!(refused["errors"], json!([{ "field": "alt", "code": "too-long" }]));
    let nowhere = "/api/desk/images/01976f00-0000-7000-8000-000000000001";
    problem(images.send(Method::PUT, &format!("{nowhere}/file"), png(2, 2, [0; 3])).await, 404, "not-found")
        .await;
    assert_eq!(images.get("/api/desk/images").await.as_array().unwrap().len(), 1);
}
