//! `import folder`: accepted and refused books, and that each book is imported completely or not at all.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use heliriiul::catalogue::import::{Line, Outcome};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt as _, BufReader};

use crate::{fixtures::app::TestApp, fixtures::book_folder::BookFolder};

async fn import(app: &TestApp, root: &Path) -> Vec<Line> {
    app.import_folder(root).await.lines
}

async fn outcomes(app: &TestApp, root: &Path) -> Vec<Outcome> {
    import(app, root).await.into_iter().map(|line| line.outcome).collect()
}

fn changed(fields: &[&str]) -> Outcome {
    Outcome::Changed(fields.iter().map(ToString::to_string).collect())
}

/// Returns the error of the only book of the folder.
async fn refusal(app: &TestApp, root: &Path) -> String {
    match outcomes(app, root).await.as_slice() {
        [Outcome::Refused(reasons)] => reasons.join("; "),
        other => panic!("{other:?}"),
    }
}

async fn book(app: &TestApp, slug: &str) -> Value {
    app.get(&format!("/api/books/slug/{slug}")).await.json().await.unwrap()
}

fn objects(app: &TestApp) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![app.data_dir().join("media")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
            if entry.path().is_dir() { folders.push(entry.path()) } else { found.push(entry.path()) }
        }
    }
    found
}

#[tokio::test]
async fn a_folder_becomes_a_book_with_measured_sound_and_covers() {
    let app = TestApp::new().await;
    app.import_categories("[[category]]\nslug = \"luule\"\nname = \"Luule\"").await;
    let root = TempDir::new().unwrap();
    BookFolder::whole(root.path(), "kaks-peatukki").manifest(
        "title = \"Kaks peatükki\"\nslug = \"kaks\"\nprice = 4.5\ncategories = [\"luule\"]\n\
         [[authors]]\nfirst_name = \"A. H.\"\nlast_name = \"Tammsaare\"\n\
         [[chapters]]\nfile = \"02.mp3\"\ntitle = \"Esimene\"\n[[chapters]]\nfile = \"01.mp3\"\ntitle = \"Teine\"",
    );
    assert_eq!(outcomes(&app, root.path()).await, [Outcome::Made]);
    let found = book(&app, "kaks").await;
    assert_eq!(found["length"], 22, "13.45 + 8.57 s");
    assert_eq!(found["sample"], "sample.mp3");
    assert_eq!(found["cover"]["widths"], json!([200]), "a small picture is not made larger");
    let base = found["cover"]["base"].as_str().unwrap();
    assert_eq!(found["image"], format!("{base}/200.jpg"));
    for (extension, kind) in [("avif", "image/avif"), ("jpg", "image/jpeg")] {
        let cover = app.get(&format!("{base}/200.{extension}")).await;
        assert_eq!(cover.headers()["content-type"], kind);
        assert_eq!(cover.headers()["cache-control"], "public, max-age=31536000, immutable");
        assert!(cover.bytes().await.unwrap().len() > 500);
    }
    let snapshot = app.state.catalogue.snapshot();
    let entry = snapshot.by_slug("kaks").unwrap();
    let chapters: Vec<_> =
        entry.chapters.iter().map(|c| (c.title.as_str(), c.file_position, c.start_ms)).collect();
    assert_eq!(chapters, [("Esimene", 0, 0), ("Teine", 1, 0)]);
    assert_eq!(entry.files[0].name, "02.mp3");
    assert_eq!(entry.chapters[0].end_ms, entry.files[0].duration_ms);
}

#[tokio::test]
async fn the_same_folder_again_changes_nothing_and_a_changed_one_says_what() {
    let app = TestApp::new().await;
    let root = TempDir::new().unwrap();
    let folder = BookFolder::whole(root.path(), "kevade");
    assert_eq!(outcomes(&app, root.path()).await, [Outcome::Made]);
    let before = objects(&app).len();
    let updated = book(&app, "kevade").await["updatedAt"].clone();
    assert_eq!(outcomes(&app, root.path()).await, [Outcome::Unchanged]);
    assert_eq!(book(&app, "kevade").await["updatedAt"], updated);
    assert_eq!(objects(&app).len(), before, "nothing is stored or encoded twice");
    let folder = folder
        .manifest("title = \"Kevade\"\nprice = \"9.90\"\nsubtitle = \"Uus\"")
        .copy("peatykk.ogg", "02.mp3");
    assert_eq!(
        outcomes(&app, folder.path()).await,
        [changed(&["title", "subtitle", "length", "files", "chapters"])]
    );
    std::fs::remove_file(folder.path().join("cover.jpg")).unwrap();
    std::fs::remove_file(folder.path().join("sample.mp3")).unwrap();
    assert_eq!(outcomes(&app, folder.path()).await, [changed(&["sample", "cover"])]);
    let found = book(&app, "kevade").await;
    assert_eq!(found["cover"], Value::Null);
    // An import of only metadata does not change the sound.
    app.import(&[json!({ "slug": "kevade", "price": 0, "length": 5 })]).await;
    assert_eq!(book(&app, "kevade").await["length"], found["length"]);
}

#[tokio::test]
async fn one_file_with_marks_is_a_book_of_chapters() {
    let app = TestApp::new().await;
    let root = TempDir::new().unwrap();
    let titles = |slug: &str| -> Vec<String> {
        let snapshot = app.state.catalogue.snapshot();
        snapshot.by_slug(slug).unwrap().chapters.iter().map(|chapter| chapter.title.clone()).collect()
    };
    for (name, file) in
        [("nero", "nero-chpl.m4b"), ("qt", "qt-peatykirada.m4b"), ("id3", "id3-peatykid-chap.mp3")]
    {
        BookFolder::new(root.path(), name).copy(file, file);
    }
    assert_eq!(outcomes(&app, root.path()).await, vec![Outcome::Made; 3]);
    for slug in ["nero", "qt", "id3"] {
        assert_eq!(titles(slug), ["Esimene: päike", "Teine: mäerinnak", "Kolmas: Vargamäe"], "{slug}");
    }
    let snapshot = app.state.catalogue.snapshot();
    let chapters = &snapshot.by_slug("qt").unwrap().chapters;
    assert!((13_300..13_450).contains(&chapters[1].start_ms) && chapters[0].end_ms == chapters[1].start_ms);
}

#[tokio::test]
async fn files_without_a_list_are_sorted_by_number_and_odd_names_are_told_apart() {
    let app = TestApp::new().await;
    let root = TempDir::new().unwrap();
    let names = [
        "-kriips-ees.mp3",
        "  tühik ees ja taga .mp3",
        "%2e%2e%2fpettus.mp3",
        "a+b=c;d,e'f\"g.mp3",
        "emoji-🎧.mp3",
        "SUURTÄHED.MP3",
        "topelt.mp3.mp3",
        "Õnne & äike #2 100% kindel?.mp3",
        "Öö õues.mp3",
        // The same name in parts.
        "O\u{308}o\u{308} o\u{303}ues.mp3",
    ];
    let folder = BookFolder::new(root.path(), "nimed").manifest("slug = \"nimed\"\ntitle = \"Nimed\"");
    names.iter().fold(folder, |folder, name| folder.copy("mpeg25-8khz.mp3", name));
    let order = BookFolder::new(root.path(), "jarjestus");
    ["Peatükk 10.mp3", "Peatükk 2.mp3", "Peatükk 1.mp3"]
        .iter()
        .fold(order, |folder, name| folder.copy("mpeg25-8khz.mp3", name))
        .write(".DS_Store", b"x")
        .write("Thumbs.db", b"x")
        .write("märkmed.txt", b"x")
        .copy("vale-laiend-tegelikult-jpeg.mp3", "kaas.jpg");
    let lines = import(&app, root.path()).await;
    assert!(lines.iter().all(|line| line.outcome == Outcome::Made), "{lines:?}");
    assert_eq!(lines[0].warnings, ["märkmed.txt is left out"]);
    let snapshot = app.state.catalogue.snapshot();
    let ordered: Vec<&str> =
        snapshot.by_slug("jarjestus").unwrap().files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(ordered, ["Peatükk 1.mp3", "Peatükk 2.mp3", "Peatükk 10.mp3"]);
    assert!(book(&app, "jarjestus").await["cover"].is_object());
    let entry = snapshot.by_slug("nimed").unwrap();
    assert_eq!(entry.files.len(), names.len());
    let ticket = app.ticket(entry.id()).await;
    for name in names {
        let mut url = reqwest::Url::parse(&app.base).unwrap();
        url.path_segments_mut().unwrap().extend(["media", "books", &entry.id().to_string(), name]);
        url.query_pairs_mut().append_pair("ticket", &ticket);
        let answer = reqwest::get(url).await.unwrap();
        assert_eq!(answer.status(), 200, "{name}");
        assert_eq!(answer.headers()["content-type"], "audio/mpeg", "{name}");
        assert_eq!(answer.bytes().await.unwrap().len(), 8_568, "{name}");
    }
}

/// Makes a folder invalid.
type Make<'a> = Box<dyn Fn(BookFolder) -> BookFolder + 'a>;

#[tokio::test]
async fn hostile_folders_are_refused_with_the_reason() {
    let app = TestApp::new().await;
    let outside = TempDir::new().unwrap();
    std::fs::write(outside.path().join("secret.mp3"), b"secret").unwrap();
    let toml = |text: &str| format!("title = \"X\"\n{text}");
    let with_manifest = |text: String| -> Make<'_> {
        Box::new(move |folder| folder.copy("mpeg25-8khz.mp3", "1.mp3").manifest(&text))
    };
    let with_sound = |name: &'static str| -> Make<'_> { Box::new(move |folder| folder.copy(name, "1.mp3")) };
    let link = |to: PathBuf, name: &'static str| -> Make<'_> {
        Box::new(move |folder| {
            std::os::unix::fs::symlink(&to, folder.path().join(name)).unwrap();
            folder.copy("mpeg25-8khz.mp3", "1.mp3")
        })
    };
    let huge = |name: &'static str, bytes: u64| -> Make<'_> {
        Box::new(move |folder| {
            std::fs::File::create(folder.path().join(name)).unwrap().set_len(bytes).unwrap();
            folder.copy("mpeg25-8khz.mp3", "1.mp3")
        })
    };
    let cases: Vec<(Make<'_>, &str)> = vec![
        (Box::new(|folder| folder), "there is no sound file"),
        (with_manifest("title = ".into()), "book.toml"),
        (with_manifest("\u{0}".into()), "book.toml"),
        (with_manifest("price = 1".into()), "no title"),
        (with_manifest(toml("price = \"-1\"")), "price"),
        (with_manifest(toml("payment_type = \"FREE\"")), "book.toml"),
        (with_manifest(toml("isbn = \"9789916001012\"")), "isbn"),
        (with_manifest(toml("slug = \"../../etc\"")), "slug"),
        (with_manifest(toml("categories = [\"../x\"]")), "categories"),
        (with_manifest(toml("[[chapters]]\nfile = \"../1.mp3\"\ntitle = \"A\"")), "no sound file `../1.mp3`"),
        (with_manifest(toml("[[chapters]]\nfile = \"/etc/passwd\"\ntitle = \"A\"")), "`/etc/passwd`"),
        (link(outside.path().join("secret.mp3"), "2.mp3"), "2.mp3: is a symbolic link"),
        (link("/etc/passwd".into(), "cover.jpg"), "cover.jpg: is a symbolic link"),
        (link("/".into(), "inside"), "inside: is a symbolic link"),
        (huge("2.mp3", 5 << 30), "is larger than 4096 MiB"),
        (huge("cover.jpg", 21 << 20), "cover.jpg: is larger than 20 MiB"),
        (huge("cover.jpg", 1 << 20), "the cover is no JPEG, PNG or WebP picture"),
        (huge("sample.mp3", 1 << 20), "sample.mp3: is not a sound file"),
        (with_sound("null.mp3"), "1.mp3: is empty"),
        (with_sound("drm-lukus.m4b"), "is protected"),
        (with_sound("video.mp4"), "contains video"),
        (with_sound("vale-laiend-tegelikult-html.mp3"), "is not a sound file"),
        (with_sound("poolik-moov-kadunud.m4a"), "is not a sound file"),
        (Box::new(|folder| folder.copy("mpeg25-8khz.mp3", "1.mp3").write("2.wma", b"x")), "2.wma"),
        (Box::new(|folder| folder.copy("mpeg25-8khz.mp3", "a\nb.mp3")), "control characters"),
        (
            Box::new(|folder| {
                folder.copy("mpeg25-8khz.mp3", "1.mp3").write("cover.jpg", b"x").write("kaas.png", b"x")
            }),
            "is a second cover",
        ),
    ];
    for (make, reason) in cases {
        let root = TempDir::new().unwrap();
        make(BookFolder::new(root.path(), "raamat"));
        let said = refusal(&app, root.path()).await;
        assert!(said.contains(reason), "{reason} is not in: {said}");
    }
    let root = TempDir::new().unwrap();
    let real = BookFolder::whole(outside.path(), "paris");
    std::os::unix::fs::symlink(real.path(), root.path().join("link")).unwrap();
    assert_eq!(refusal(&app, root.path()).await, "is a symbolic link");
    std::fs::remove_file(root.path().join("link")).unwrap();
    std::fs::create_dir(root.path().join("tuhi")).unwrap();
    assert_eq!(refusal(&app, root.path()).await, "there is no book.toml");
    assert_eq!(app.get("/api/books").await.json::<Value>().await.unwrap(), json!([]));
}

#[tokio::test]
async fn the_program_prints_a_report_and_fails_when_a_record_is_refused() {
    let app = TestApp::new().await;
    let root = TempDir::new().unwrap();
    BookFolder::whole(root.path(), "hea");
    let folder = root.path().to_str().unwrap();
    let said = app.command(&["import", "folder", folder], "").await.unwrap();
    assert!(said.contains("made") && said.contains("1 made, 0 changed, 0 unchanged, 0 refused"), "{said}");
    BookFolder::new(root.path(), "halb").copy("null.mp3", "1.mp3");
    let error = app.command(&["import", "folder", folder], "").await.unwrap_err();
    assert!(error.contains("1 of the records were refused"), "{error}");
    // The running server follows the changes of the command.
    app.catch_up().await;
    assert_eq!(app.get("/api/books/slug/hea").await.status(), 200);
}

/// Asserts that each book has its people, files and chapters, and that each object exists. Returns the number of books.
async fn assert_whole(app: &TestApp) -> usize {
    app.catch_up().await;
    let snapshot = app.state.catalogue.snapshot();
    let mut count = 0;
    for entry in snapshot.all() {
        count += 1;
        let slug = entry.slug();
        assert_eq!((entry.files.len(), entry.chapters.len()), (2, 2), "{slug}");
        assert_eq!(entry.duration_ms, Some(entry.files.iter().map(|file| file.duration_ms).sum()));
        assert_eq!(entry.book.card.authors.len(), 1, "{slug}");
        for sound in entry.files.iter().chain(&entry.sample) {
            let stored = app.state.media.size(&sound.object_key).await.unwrap();
            assert_eq!(stored, u64::try_from(sound.bytes).ok(), "{slug}");
        }
        let cover = entry.book.card.cover.as_ref().unwrap();
        for width in &cover.widths {
            for extension in ["avif", "jpg"] {
                let answer = app.get(&format!("{}/{width}.{extension}", cover.base)).await;
                assert_eq!(answer.status(), 200, "{slug}");
            }
        }
    }
    let mut tx = app.db().read().await.unwrap();
    let rows: i64 = tx.scalar("SELECT COUNT(*) FROM books", ()).await.unwrap();
    assert_eq!(usize::try_from(rows).unwrap(), count);
    count
}

#[tokio::test]
async fn an_import_that_is_killed_leaves_complete_books_and_continues_when_started_again() {
    const BOOKS: usize = 20;
    let app = TestApp::new().await;
    let root = TempDir::new().unwrap();
    for number in 0..BOOKS {
        let name = format!("raamat-{number}");
        let folder = BookFolder::whole(root.path(), &name)
            .manifest(&format!("title = \"{name}\"\nprice = 1\n[[authors]]\nlast_name = \"Keegi\""));
        // Each file has different bytes, so that no book shares a stored object. A tag at the end is not sound.
        let path = folder.path().join("02.mp3");
        let mut bytes = std::fs::read(&path).unwrap();
        bytes.extend_from_slice(b"TAG");
        bytes.extend(name.bytes().cycle().take(125));
        std::fs::write(path, bytes).unwrap();
    }
    let mut seen = 0;
    for kill_after in [0, 1, 3, 2] {
        let mut child = app.spawn(&["import", "folder", root.path().to_str().unwrap()]);
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut made = 0;
        while made < kill_after {
            let Some(line) = lines.next_line().await.unwrap() else { break };
            made += usize::from(line.starts_with("made"));
        }
        // Kill it at some moment of the next book.
        tokio::time::sleep(Duration::from_millis(7 * kill_after as u64 + 40)).await;
        child.kill().await.unwrap();
        let there = assert_whole(&app).await;
        assert!(there >= seen + kill_after, "what was reported stays: {there} of {seen} + {kill_after}");
        seen = there;
    }
    let said = app.command(&["import", "folder", root.path().to_str().unwrap()], "").await.unwrap();
    assert!(
        said.contains(&format!("{} made, 0 changed, {seen} unchanged, 0 refused", BOOKS - seen)),
        "{said}"
    );
    assert_eq!(assert_whole(&app).await, BOOKS);
}
