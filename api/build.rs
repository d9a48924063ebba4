//! Creates the folders of the built front ends if they are missing: their path is resolved at compile time, and a debug
//! server that is built before them would never find them.

use std::{fs::create_dir_all, io, path::Path};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for app in ["storefront", "admin-content"] {
        create_dir_all(root.join(app).join("dist"))?;
    }
    Ok(())
}
