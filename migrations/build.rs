//! The schema files are inside the binary, so a changed one must trigger a new build.

fn main() {
    println!("cargo:rerun-if-changed=sql");
}
