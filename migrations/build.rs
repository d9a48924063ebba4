//! The schema files are inside the binary: a new or changed one must make cargo build anew.

fn main() {
    println!("cargo:rerun-if-changed=sql");
}
