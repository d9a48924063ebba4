//! The binary embeds the schema files, so cargo must rebuild when one changes.

fn main() {
    println!("cargo:rerun-if-changed=sql");
}
