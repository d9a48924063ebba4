//! Error responses that many operations of the OpenAPI document share.

use std::collections::BTreeMap;

use utoipa::{
    IntoResponses,
    openapi::{RefOr, Response},
};

/// The description of 401 where a session is required.
pub const NO_SESSION: &str = "No valid session";

macro_rules! responses {
    ($($name:ident: $($status:literal $description:expr),+;)+) => {$(
        pub struct $name;

        impl IntoResponses for $name {
            fn responses() -> BTreeMap<String, RefOr<Response>> {
                [$(($status.to_owned(), Response::new($description).into())),+].into()
            }
        }
    )+};
}

// `openapi.rs` adds `JsonBody` to operations with a JSON body, and the desk's errors to the addresses of the desk.
responses! {
    JsonBody:
        "400" "The body is not JSON, or the address cannot be read",
        "413" "The body is too large",
        "415" "The body is not application/json",
        "422" "A field does not meet its rule";
    Unreadable: "400" "The address cannot be read";
    SessionRequired: "401" NO_SESSION;
    EditorOnly: "401" NO_SESSION, "403" "Not an editor";
    AdminOnly: "401" NO_SESSION, "403" "Not an admin";
    NoSuchId: "404" "Nothing has this id, or it is not the caller's";
    BadParameter: "422" "A parameter does not meet its rule";
    StaleRevision: "409" "Another revision has been saved since; it is in `current`";
    StaleVersion: "409" "Another version has been written since; it is in `current`";
    RateLimited: "429" "Too many calls";
    ServiceAway: "503" "A service that this call needs does not respond";
}
