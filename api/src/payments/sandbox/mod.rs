//! The simulator of the payment provider: its API, the bank's page and its messages, over HTTP like the real ones,
//! with a memory of its own that outlives the process. And the handle on the store's clock.
//!
//! It exists only where the provider is the sandbox, so its keys need not be secret.

mod api;
mod cards;
mod clock;
mod page;
mod refunds;
mod store;
mod switches;

use std::net::{IpAddr, SocketAddr};

use axum::{
    Extension, Router,
    http::header,
    response::{IntoResponse, Response},
    routing::{get, post},
};

pub use self::clock::restore as restore_clock;
use self::switches::Switchboard;
use crate::{
    error::{ApiError, ApiResult},
    extract::Path,
    state::AppState,
};

/// Our identity at the simulator.
pub const SHOP_ID: &str = "5a2d8c1e-7b34-4f60-9a1d-0c6e3b9f4d21";
pub const SECRET_KEY: &str = "liivakasti-salajane-voti";

pub const PUBLISHABLE_KEY: &str = "liivakasti-avalik-voti";

/// Where the simulator has the script of the card dialog.
pub const CHECKOUT_SCRIPT: &str = "/_sandbox/makecommerce/checkout.js";

/// Banks and cards of the simulator, with the colour of their marks.
const BANKLINKS: [(&str, &str, &str); 3] = [
    ("proovipank", "Proovipank", "#0b5d4e"),
    ("katsepank", "Katsepank", "#8a3b12"),
    ("harjutuspank", "Harjutuspank", "#34408c"),
];
const CARDS: [(&str, &str, &str); 1] = [("proovikaart", "Proovikaart", "#1f2937")];

/// Empty unless the provider is the sandbox.
pub fn router(app: &AppState) -> Router<AppState> {
    if !app.config.has_sandbox() {
        return Router::new();
    }
    Router::new()
        .route("/_sandbox/makecommerce/v1/transactions", post(api::create_transaction))
        .route("/_sandbox/makecommerce/v1/transactions/{id}", get(api::get_transaction))
        .route("/_sandbox/makecommerce/v1/transactions/{id}/payments", post(cards::charge))
        .route("/_sandbox/makecommerce/v1/transactions/{id}/refunds", post(refunds::create_refund))
        .route("/_sandbox/makecommerce/v1/refunds/{id}", get(refunds::get_refund))
        .route("/_sandbox/makecommerce/checkout.js", get(cards::checkout_script))
        .route("/_sandbox/makecommerce/card.js", get(cards::form_script))
        .route("/_sandbox/card/{transaction}", get(cards::show).post(cards::act))
        .route("/_sandbox/3ds/{transaction}", get(cards::show_3ds).post(cards::act_3ds))
        .route("/_sandbox/makecommerce/switches", post(switches::set_switches))
        .route("/_sandbox/makecommerce/logos/{file}", get(logo))
        .route("/_sandbox/pay/{transaction}", get(page::show).post(page::act))
        .route("/_sandbox/clock", post(clock::advance))
        .layer(Extension(Switchboard::default()))
}

/// The simulator's API as this server reaches it, up to and with `/v1`.
pub fn api_base(listen: SocketAddr) -> String {
    let ip = match listen.ip() {
        ip if !ip.is_unspecified() => ip,
        IpAddr::V4(_) => IpAddr::from([127, 0, 0, 1]),
        IpAddr::V6(_) => IpAddr::from([0, 0, 0, 0, 0, 0, 0, 1]),
    };
    format!("http://{}/_sandbox/makecommerce/v1", SocketAddr::new(ip, listen.port()))
}

/// A mark: the name in white on its colour.
async fn logo(Path(file): Path<String>) -> ApiResult<Response> {
    let name = file.strip_suffix(".svg").unwrap_or_default();
    let (_, label, colour) = BANKLINKS
        .iter()
        .chain(&CARDS)
        .find(|(known, ..)| *known == name)
        .ok_or_else(|| ApiError::not_found("No such logo."))?;
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 120 48\" width=\"120\" height=\"48\" role=\"img\">\
         <title>{label}</title><rect width=\"120\" height=\"48\" rx=\"8\" fill=\"{colour}\"/>\
         <text x=\"60\" y=\"29\" text-anchor=\"middle\" font-family=\"system-ui,sans-serif\" font-size=\"15\" \
         font-weight=\"600\" fill=\"#fff\" textLength=\"96\" lengthAdjust=\"spacingAndGlyphs\">{label}</text></svg>"
    );
    Ok(([(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "max-age=3600")], svg)
        .into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_simulator_is_asked_on_this_machine() {
        let base = |listen: &str| api_base(listen.parse().unwrap());
        assert_eq!(base("0.0.0.0:8080"), "http://127.0.0.1:8080/_sandbox/makecommerce/v1");
        assert_eq!(base("[::]:80"), "http://[::1]:80/_sandbox/makecommerce/v1");
        assert_eq!(base("192.168.1.4:80"), "http://192.168.1.4:80/_sandbox/makecommerce/v1");
    }
}
