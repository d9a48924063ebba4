//! The measured stores: the demo with one long sample, and 10,000 generated books.

use std::{
    fmt::Write as _,
    fs,
    net::{SocketAddr, TcpListener},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

use serde_json::Value;

use crate::{
    CONNECTIONS, Line, TURN, TURNS,
    load::{self, Load, Request},
    process::{self, Server},
};

const MIB: usize = 1 << 20;

/// A book of the demo, and the path of its long sample.
pub struct Book {
    pub slug: String,
    pub sample: String,
}

/// A data folder with the demo and a book whose sample is several MiB.
pub fn demo() -> PathBuf {
    let data = scratch("demo");
    println!("filling a store with the demo …");
    process::command(&data, &["seed-demo"]);
    let folder = scratch("long");
    let book = folder.join("pikk-naidis");
    fs::create_dir_all(&book).expect("a folder");
    let one = fs::read(demo_books().join("kalevipoeg/01.mp3")).expect("a chapter of the demo");
    fs::write(book.join("01.mp3"), &one).expect("a chapter");
    fs::write(book.join("sample.mp3"), one.repeat(6 * MIB / one.len())).expect("a sample");
    fs::copy(demo_books().join("kalevipoeg/cover.jpg"), book.join("cover.jpg")).expect("a cover");
    let manifest = "slug = \"pikk-naidis\"\ntitle = \"Pikk näidis\"\npublisher = \"Heliriiul\"\npayment_type = \"ALL\"\n\
        price = \"1.00\"\nvisible = true\ncategories = [\"klassika\"]\ndescription = \"<p>Mõõtmiseks.</p>\"\n\
        [[authors]]\nfirst_name = \"Mari\"\nlast_name = \"Maasikas\"\n";
    fs::write(book.join("book.toml"), manifest).expect("a manifest");
    process::command(&data, &["import", "folder", folder.to_str().expect("a path")]);
    data
}

/// A folder for the import with one book without a cover, `kuulamiseks`, that has a chapter.
pub fn book_with_sound() -> PathBuf {
    let folder = scratch("sound");
    let book = folder.join("kuulamiseks");
    fs::create_dir_all(&book).expect("a folder");
    fs::copy(demo_books().join("kalevipoeg/01.mp3"), book.join("01.mp3")).expect("a chapter");
    let manifest = "slug = \"kuulamiseks\"\ntitle = \"Kuulamiseks\"\npublisher = \"Heliriiul\"\n\
        payment_type = \"ALL\"\nprice = \"1.00\"\nvisible = true\ndescription = \"<p>Mõõtmiseks.</p>\"\n\
        [[authors]]\nfirst_name = \"Mari\"\nlast_name = \"Maasikas\"\n";
    fs::write(book.join("book.toml"), manifest).expect("a manifest");
    folder
}

fn demo_books() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("demo/books")
}

/// An empty folder below cargo's temporary folder.
pub fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bench-http").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

async fn json(server: &Server, path: &str) -> Value {
    let answer = load::once(server.address, &Request::get(path)).await;
    assert_eq!(answer.status, 200, "{path}");
    serde_json::from_slice(&answer.body).expect("JSON")
}

pub async fn first_book(server: &Server) -> Book {
    let book = json(server, "/api/books/slug/kalevipoeg").await;
    let long = json(server, "/api/books/slug/pikk-naidis").await;
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let sample = format!("/media/samples/{}/{}", text(&long["id"]), text(&long["sample"]));
    Book { slug: text(&book["slug"]), sample }
}

/// 1 MiB out of the middle of a sample, compared with nginx and the same file if nginx is installed.
pub async fn range_beside_nginx(server: &Server, book: &Book) -> Line {
    let range = format!("bytes={}-{}", MIB, 2 * MIB - 1);
    let request = Request::get(&book.sample).with("Range", &range);
    let body = load::once(server.address, &Request::get(&book.sample)).await.body;
    let nginx = Nginx::start(&body);
    let nginx_request = Request::get("/sample.mp3").with("Range", &range);
    let (mut ours, mut theirs) = (0.0_f64, 0.0_f64);
    for _ in 0..TURNS {
        ours = ours.max(Load::run(server.address, &request, CONNECTIONS, TURN).await.per_second());
        if let Some(nginx) = &nginx {
            theirs =
                theirs.max(Load::run(nginx.address, &nginx_request, CONNECTIONS, TURN).await.per_second());
        }
    }
    let what = "a range of 1 MiB".to_owned();
    let goal = "at least 0.70 of nginx".to_owned();
    if nginx.is_none() {
        return Line { what, measured: format!("{ours:.0}/s; nginx is not here"), goal, holds: true };
    }
    let ratio = ours / theirs;
    Line {
        what,
        measured: format!("{ours:.0}/s, nginx {theirs:.0}/s: {ratio:.2}"),
        goal,
        holds: ratio >= 0.7,
    }
}

struct Nginx {
    address: SocketAddr,
    child: Child,
}

impl Nginx {
    fn start(body: &[u8]) -> Option<Self> {
        let folder = scratch("nginx");
        fs::write(folder.join("sample.mp3"), body).expect("the file");
        let address =
            TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a free port");
        let root = folder.display();
        let settings = format!(
            "daemon off; worker_processes auto; pid {root}/pid; error_log {root}/error.log;\n\
             events {{ worker_connections 256; }}\n\
             http {{ access_log off; sendfile on; client_body_temp_path {root}/body; proxy_temp_path {root}/proxy;\n\
             fastcgi_temp_path {root}/fastcgi; uwsgi_temp_path {root}/uwsgi; scgi_temp_path {root}/scgi;\n\
             server {{ listen {address}; location / {{ root {root}; }} }} }}\n\
             user {};\n",
            std::env::var("USER").unwrap_or_else(|_| "root".to_owned()),
        );
        fs::write(folder.join("nginx.conf"), settings).expect("its settings");
        let child = Command::new("nginx")
            .arg("-c")
            .arg(folder.join("nginx.conf"))
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        for _ in 0..500 {
            if std::net::TcpStream::connect(address).is_ok() {
                return Some(Self { address, child });
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        None
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        // SIGTERM to the master ends the workers too; SIGKILL would leave them running.
        let _ = Command::new("kill").arg(self.child.id().to_string()).status();
        let _ = self.child.wait();
    }
}

const FIRST: [&str; 20] = [
    "Vana",
    "Tuuline",
    "Hõbedane",
    "Kadunud",
    "Öine",
    "Põhjamaa",
    "Valge",
    "Õitsev",
    "Vaikne",
    "Kauge",
    "Punane",
    "Sügav",
    "Esimene",
    "Viimane",
    "Rändav",
    "Salajane",
    "Külm",
    "Päikseline",
    "Unustatud",
    "Mustav",
];
const SECOND: [&str; 25] = [
    "meri",
    "mets",
    "talu",
    "küla",
    "sõda",
    "armastus",
    "kevad",
    "sügis",
    "laev",
    "linn",
    "jõgi",
    "raamat",
    "tähetorn",
    "kirik",
    "saar",
    "aed",
    "vanaema",
    "kooliõpetaja",
    "merekapten",
    "hundiring",
    "kuningas",
    "laul",
    "tee",
    "öö",
    "maja",
];
const NAMES: [&str; 16] = [
    "Mari Maasikas",
    "Jüri Kask",
    "Õie Tamm",
    "Ülo Sepp",
    "Žanna Rebane",
    "Anton Järv",
    "Liina Ööbik",
    "Kaarel Kivi",
    "Helmi Põld",
    "August Saar",
    "Leida Raud",
    "Oskar Mägi",
    "Ilmar Laas",
    "Salme Jõgi",
    "Eduard Pärn",
    "Aino Veski",
];

/// A new schema for a part of the run, on the PostgreSQL server that the environment names.
pub fn postgres_schema(part: &str) -> Option<String> {
    let url = std::env::var("HELIRIIUL_TEST_POSTGRES_URL").ok()?;
    let schema = format!("bench_{part}_{}", std::process::id());
    let made = Command::new("psql").args(["-q", &url, "-c", &format!("CREATE SCHEMA {schema}")]).status();
    assert!(made.expect("psql runs").success(), "no schema in {url}");
    Some(format!("{url}?options[search_path]={schema}"))
}

/// A file with generated books, for the import.
pub fn made_up_catalogue(data: &Path, count: usize, categories: &[&str]) -> PathBuf {
    let catalogue = data.join("books.jsonl");
    let mut lines = String::new();
    for number in 0..count {
        let pick =
            |list: &[&'static str], step: usize| list[(number * step + number / list.len()) % list.len()];
        let (first, last) = pick(&NAMES, 7).split_once(' ').expect("two names");
        let category = categories
            .get(number % categories.len().max(1))
            .map_or_else(String::new, |path| format!("\"{path}\""));
        let (title, place) = (format!("{} {}", pick(&FIRST, 3), pick(&SECOND, 11)), pick(&SECOND, 17));
        let _ = writeln!(
            lines,
            r#"{{"slug":"raamat-{number}","title":"{title} {number}","authors":[{{"firstName":"{first}","lastName":"{last}"}}],"readers":[{{"firstName":"","lastName":"{}"}}],"publisher":"Heliriiul","description":"<p>Lugu, milles {place} ja {} kokku saavad.</p>","categories":[{category}],"paymentType":"ALL","price":9.90,"isVisible":true}}"#,
            pick(&NAMES, 5),
            pick(&SECOND, 13),
        );
    }
    fs::write(&catalogue, lines).expect("the catalogue");
    catalogue
}

/// Latency of the search among generated books, for several kinds of queries.
pub async fn search_among(count: usize) -> Vec<Line> {
    let data = scratch("many");
    let catalogue = made_up_catalogue(&data, count, &[]);
    println!("bringing {count} made-up books in …");
    process::command(&data, &["import", "catalogue", catalogue.to_str().expect("a path")]);
    let (server, _) = Server::start(&data).await;
    let queries = [
        "meri",
        "vana%20talu",
        "maasikas%20kevad",
        "huntidega",
        "oitsev",
        "kooliopetaja",
        "raamatt",
        "tuuline%20la",
    ];
    let requests: Vec<Request> =
        queries.iter().map(|query| Request::get(&format!("/api/books/search?q={query}"))).collect();
    let load = Load::run_each(server.address, &requests, CONNECTIONS, 2 * TURN).await;
    // Each of these is sent once: the cost of a search that is not cached.
    let fresh: Vec<Request> = (0..2_000)
        .map(|number| {
            Request::get(&format!("/api/books/search?q={}%20{number}", queries[number % queries.len()]))
        })
        .collect();
    let first = Load::run_each(server.address, &fresh, 2, TURN).await;
    let line = |what: String, load: &Load| {
        let millis = |percent| load.percentile(percent).as_secs_f64() * 1_000.0;
        Line {
            what,
            measured: format!(
                "p50 {:.2} ms, p99 {:.2} ms, {:.0}/s",
                millis(50),
                millis(99),
                load.per_second()
            ),
            goal: "p99 under 10 ms".into(),
            holds: millis(99) < 10.0,
        }
    };
    vec![
        line(format!("search among {count} books, 32 listeners"), &load),
        line("search: words never typed before, 2 listeners".into(), &first),
    ]
}
