//! Makes the folders of the built front ends, empty if need be: their place is resolved when the server is compiled,
//! and a debug server built before them would otherwise never find them.

use std::{fs::create_dir_all, io, path::Path};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for app in ["storefront", "admin-content"] {
        create_dir_all(root.join(app).join("dist"))?;
    }
    Ok(())
}
