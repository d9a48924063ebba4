//! The simulator's banks and cards.

use axum::{
    extract::Path,
    http::header,
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};

use super::error::SimulatorError;

/// Name in the API, label, and colour of the logo.
type Method = (&'static str, &'static str, &'static str);

const BANKLINKS: [Method; 3] = [
    ("proovipank", "Proovipank", "#0b5d4e"),
    ("katsepank", "Katsepank", "#8a3b12"),
    ("harjutuspank", "Harjutuspank", "#34408c"),
];
const CARDS: [Method; 1] = [("proovikaart", "Proovikaart", "#1f2937")];

fn find(name: &str) -> Option<&'static Method> {
    BANKLINKS.iter().chain(&CARDS).find(|(known, ..)| *known == name)
}

/// The label of a bank or a card.
pub fn label(name: &str) -> Option<&'static str> {
    find(name).map(|(_, label, _)| *label)
}

/// The member `payment_methods` of a new transaction. `base` is the simulator's address in the buyer's browser.
pub fn of_transaction(base: &str, id: &str) -> Value {
    let logo = |name: &str| format!("{base}/_sandbox/makecommerce/logos/{name}.svg");
    let banklinks = BANKLINKS.map(|(name, label, _)| {
        json!({
            "name": name, "country": "ee", "countries": ["ee"], "channel": name, "display_name": label,
            "max_amount": 20_000.0, "logo_url": logo(name),
            "url": format!("{base}/_sandbox/pay/{id}?method={name}"),
        })
    });
    // Cards have no URL in the recorded responses.
    let cards =
        CARDS.map(|(name, label, _)| json!({ "name": name, "display_name": label, "logo_url": logo(name) }));
    let redirect = json!({ "name": "redirect", "url": format!("{base}/_sandbox/pay/{id}") });
    json!({ "banklinks": banklinks, "cards": cards, "cash": [], "payLater": [], "other": [redirect] })
}

/// `GET /_sandbox/makecommerce/logos/{file}`: the label in white on the colour.
pub async fn logo(Path(file): Path<String>) -> Result<Response, SimulatorError> {
    let (_, label, colour) = file.strip_suffix(".svg").and_then(find).ok_or(SimulatorError::NOT_FOUND)?;
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 120 48\" width=\"120\" height=\"48\" role=\"img\">\
         <title>{label}</title><rect width=\"120\" height=\"48\" rx=\"8\" fill=\"{colour}\"/>\
         <text x=\"60\" y=\"29\" text-anchor=\"middle\" font-family=\"system-ui,sans-serif\" font-size=\"15\" \
         font-weight=\"600\" fill=\"#fff\" textLength=\"96\" lengthAdjust=\"spacingAndGlyphs\">{label}</text></svg>"
    );
    let headers = [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "max-age=3600")];
    Ok((headers, svg).into_response())
}
