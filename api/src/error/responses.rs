//! Error responses that many operations of the OpenAPI document share.

use std::collections::BTreeMap;

use utoipa::{
    IntoResponses,
    openapi::{RefOr, Response},
};

/// The description of 401 where a session is required.
pub const NO_SESSION: &str = "No valid session";

macro_rules! responses {
    ($($(#[$doc:meta])+ $name:ident { $($status:literal $description:expr;)+ })+) => {$(
        $(#[$doc])+
        pub struct $name;

        impl IntoResponses for $name {
            fn responses() -> BTreeMap<String, RefOr<Response>> {
                [$(($status.to_owned(), Response::new($description).into())),+].into()
            }
        }
    )+};
}

responses! {
    /// Of calls with a JSON body.
    JsonBody {
        "400" "The body is not JSON, or the address cannot be read";
        "413" "The body is too large";
        "415" "The body is not application/json";
        "422" "A field does not meet its rule";
    }

    /// Of calls with parameters in the path or the query alone.
    Unreadable {
        "400" "The address cannot be read";
    }

    /// Of calls for signed-in users.
    SessionRequired {
        "401" NO_SESSION;
    }

    /// Of calls for editors.
    EditorOnly {
        "401" NO_SESSION;
        "403" "Not an editor";
    }

    /// Of calls that name something by its id.
    NoSuchId {
        "404" "Nothing has this id, or it is not the caller's";
    }

    /// Of calls with a query.
    BadParameter {
        "422" "A parameter does not meet its rule";
    }

    /// Of calls on a revision of a document.
    StaleRevision {
        "409" "Another revision has been saved since; it is in `current`";
    }

    /// Of saves that name the version they are based on.
    StaleVersion {
        "409" "Another version has been written since; it is in `current`";
    }

    /// Of calls with a rate limit.
    RateLimited {
        "429" "Too many calls";
    }

    /// Of calls that need another service.
    ServiceAway {
        "503" "A service that this call needs does not respond";
    }
}
