//! Commands whose output nobody reads to its end, as in `heliriiul check-config | head`.

use std::process::Stdio;

use crate::fixtures::shop::Shop;

#[tokio::test]
async fn commands_succeed_when_the_reader_of_their_output_is_gone() {
    let shop = Shop::open().await;
    for arguments in [
        &["check-config"][..],
        &["user", "list"],
        &["gift-cards", "create", "--plan", "UNLIMITED", "--months", "1"],
        &["gift-cards", "list"],
        &["discounts", "create", "ÜKS", "--percent", "10"],
        &["discounts", "list"],
        &["subscriptions", "show", "mari@naide.ee"],
        &["payments", "list", "--needs-attention"],
        &["report", "sales", "--from", "2026-01-01", "--until", "2026-12-31"],
        &["email", "list"],
        &["jobs", "list"],
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output =
            shop.app.program(arguments).stdout(writer).stderr(Stdio::piped()).output().await.unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && error.is_empty(), "{arguments:?}: {error}");
    }
    let cards: i64 = shop.app.db().scalar("SELECT COUNT(*) FROM gift_cards", ()).await.unwrap();
    assert_eq!(cards, 1);
}
