//! Cards at the simulator: the dialog of `checkout.js`, its form, the 3-D Secure detour, and charges of kept cards.

use axum::{
    Extension, Form,
    extract::State,
    http::{HeaderMap, HeaderName, StatusCode, header},
    response::{IntoResponse, Response},
};
use heliriiul_db::{DbError, RecordId, Timestamp};
use minijinja::{context, value::Serde};
use serde::Deserialize;
use serde_json::{Value, json};
use time::macros::format_description;

use super::{
    api::{Shop, answer, provider_time, refusal, turned_away},
    page::{BACK, SUBMIT, held, html, message, notify, notify_with, render, sign},
    store::{self, Held},
    switches::{Call, Switchboard, Switches},
};
use crate::{
    error::ApiResult,
    extract::{Json, Path},
    format::euro,
    money::Cents,
    payments::provider::{CURRENCY, Status},
    state::AppState,
};

const FORM: &str = include_str!("../../../templates/sandbox/card.html");
const THREE_D_SECURE: &str = include_str!("../../../templates/sandbox/3ds.html");
const CHECKOUT_JS: &str = include_str!("../../../templates/sandbox/checkout.js");
const CARD_JS: &str = include_str!("../../../templates/sandbox/card.js");

/// How long a card that is shown is good for.
const CARD_YEARS: i32 = 2;

/// `GET /_sandbox/makecommerce/checkout.js`: the same interface as the provider's script.
pub async fn checkout_script() -> impl IntoResponse {
    script(CHECKOUT_JS)
}

pub async fn form_script() -> impl IntoResponse {
    script(CARD_JS)
}

fn script(text: &'static str) -> ([(HeaderName, &'static str); 2], &'static str) {
    ([(header::CONTENT_TYPE, "text/javascript"), (header::CACHE_CONTROL, "no-store")], text)
}

/// What the buyer does in the dialog.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum CardAction {
    Approve,
    Decline,
    #[serde(rename = "3ds")]
    ThreeDSecure,
    Cancel,
}

#[derive(Deserialize)]
pub struct CardAct {
    action: CardAction,
}

/// `GET /_sandbox/card/{transaction}`: the form inside the dialog; opening it begins the payment.
pub async fn show(State(app): State<AppState>, Path(id): Path<String>) -> ApiResult<Response> {
    store::change(&app, &id, Status::Pending).await?;
    let held = held(&app, &id).await?;
    let page = render(
        FORM,
        &context! {
            seller => app.config.shop.seller.clone(),
            amount => euro(held.request.transaction.amount),
            id,
            open => held.status.is_open(),
            status => Serde(&held.status),
        },
    )?;
    let policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; connect-src 'self'; \
                  form-action 'none'; base-uri 'none'; frame-ancestors 'self'";
    let mut response = html(page, "'none'");
    if let Ok(policy) = policy.parse() {
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    Ok(response)
}

/// `POST /_sandbox/card/{transaction}`: answers what the dialog's `completed` gets, or where it goes.
pub async fn act(
    State(app): State<AppState>,
    Path(id): Path<String>,
    Extension(board): Extension<Switchboard>,
    Form(act): Form<CardAct>,
) -> ApiResult<Json<Value>> {
    let held = held(&app, &id).await?;
    let switches = board.of(&id);
    Ok(Json(match act.action {
        CardAction::Approve => verified(&app, &board, held).await?,
        CardAction::Decline => json!({ "status": held.status, "declined": true }),
        CardAction::ThreeDSecure => json!({ "redirect": format!("/_sandbox/3ds/{id}") }),
        CardAction::Cancel => {
            if let Some(changed) = store::change(&app, &id, Status::Cancelled).await? {
                notify(&app, &board, changed.clone());
            }
            let (json, mac) = message(&app, &held, Status::Cancelled, &switches);
            json!({ "status": Status::Cancelled, "return": { "json": json, "mac": mac } })
        }
    }))
}

/// The bank knows the card. The payment goes through at once, or is left to the shop; either way the shop gets the
/// token by the browser and by notification.
async fn verified(app: &AppState, board: &Switchboard, held: Held) -> ApiResult<Value> {
    let switches = board.of(&held.id);
    let asked = &held.request.transaction;
    if !held.status.is_open() {
        return Ok(json!({ "status": held.status, "declined": true }));
    }
    if switches.refuse_zero && asked.amount.is_zero() {
        return Ok(json!({ "status": held.status, "declined": true }));
    }
    let (token, valid_until) = remember(app, &held, &switches).await?;
    let status = if switches.leave_pending { Status::Pending } else { Status::Completed };
    let changed = store::change(app, &held.id, status).await?.unwrap_or_else(|| held.clone());
    let kept =
        ("token", json!({ "id": token, "multiuse": !switches.single_use, "valid_until": valid_until }));
    let signed = token_return(app, &changed, kept, &switches);
    notify_with(app, board, changed.clone(), asked.recurring_required.then(|| signed.clone()));
    Ok(json!({
        "status": changed.status,
        "paymentToken": token,
        "return": { "json": signed.0, "mac": signed.1 },
    }))
}

/// The dialog's message, with either a token or an error.
fn token_return(app: &AppState, held: &Held, what: (&str, Value), switches: &Switches) -> (String, String) {
    let mut json = json!({
        "message_type": "token_return",
        "message_time": provider_time(app.clock.now()),
        "transaction": {
            "id": held.id, "status": held.status, "type": "card", "method": "visa_mastercard",
            "country": "ee", "reference": held.request.transaction.reference,
        },
    });
    json[what.0] = what.1;
    sign(app, json.to_string(), switches)
}

async fn remember(app: &AppState, held: &Held, switches: &Switches) -> Result<(String, String), DbError> {
    let now = app.clock.now();
    let token = RecordId::new().to_string();
    let today = now.utc().date();
    let year = if switches.expired_card { today.year() - 1 } else { today.year() + CARD_YEARS };
    let end = today.replace_day(1).and_then(|day| day.replace_year(year)).unwrap_or(today);
    let end = end.replace_day(end.month().length(end.year())).unwrap_or(end);
    let valid_until = end.format(format_description!("[year]-[month]-[day]")).unwrap_or_default();
    let mut tx = app.db.write().await?;
    tx.execute(
        "INSERT INTO sandbox_cards (token, transaction_id, multiuse, valid_until, created_at) \
         VALUES ($1, $2, $3, $4, $5)",
        (&token, &held.id, !switches.single_use, &valid_until, now),
    )
    .await?;
    tx.commit().await?;
    Ok((token, valid_until))
}

/// `GET /_sandbox/3ds/{transaction}`: the bank's page that takes the place of the shop's.
pub async fn show_3ds(State(app): State<AppState>, Path(id): Path<String>) -> ApiResult<Response> {
    let held = held(&app, &id).await?;
    let amount = euro(held.request.transaction.amount);
    let page = render(THREE_D_SECURE, &context! { amount, open => held.status.is_open() })?;
    Ok(html(page, "'self'"))
}

/// `POST /_sandbox/3ds/{transaction}`: back to the shop by a form with the signed message.
pub async fn act_3ds(
    State(app): State<AppState>,
    Path(id): Path<String>,
    Extension(board): Extension<Switchboard>,
    headers: HeaderMap,
    Form(act): Form<CardAct>,
) -> ApiResult<Response> {
    let held = held(&app, &id).await?;
    let url = held.request.transaction.transaction_url.return_url.url.clone();
    let base = held.browser_base();
    let switches = board.of(&id);
    let (json, mac) = if matches!(act.action, CardAction::Approve) && held.status.is_open() {
        let shown = verified(&app, &board, held.clone()).await?;
        let text = |name: &str| shown["return"][name].as_str().map(str::to_owned);
        let error = json!({ "code": 1099, "message": "Payment declined" });
        text("json")
            .zip(text("mac"))
            .unwrap_or_else(|| token_return(&app, &held, ("error", error), &switches))
    } else {
        let changed = store::change(&app, &id, Status::Cancelled).await?.unwrap_or(held);
        let signed = message(&app, &changed, changed.status, &switches);
        notify(&app, &board, changed);
        signed
    };
    let wants_json = headers
        .get(header::ACCEPT)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|accepted| accepted.contains("application/json"));
    if wants_json {
        return Ok(Json(json!({ "return": { "json": json, "mac": mac } })).into_response());
    }
    let page = render(BACK, &context! { url, json, mac, submit => SUBMIT })?;
    Ok(html(page, &base))
}

#[derive(Deserialize)]
pub struct ChargeRequest {
    token: String,
    #[serde(default)]
    amount: Option<Cents>,
}

/// `POST /v1/transactions/{id}/payments`.
pub async fn charge(
    State(app): State<AppState>,
    _: Shop,
    Extension(board): Extension<Switchboard>,
    Path(id): Path<String>,
    request: ApiResult<Json<ChargeRequest>>,
) -> ApiResult<Response> {
    let Ok(Json(request)) = request else {
        return Ok(refusal(StatusCode::BAD_REQUEST, 1001, "The request cannot be read"));
    };
    if let Some(refused) = board.turned_away(&id, Call::Charge) {
        return Ok(turned_away(refused));
    }
    let Some(held) = store::find(&app, &id).await? else {
        return Ok(refusal(StatusCode::NOT_FOUND, 1002, "Not found"));
    };
    if !held.status.is_open() {
        return Ok(refusal(StatusCode::BAD_REQUEST, 1021, "Transaction is in wrong status"));
    }
    let asked = held.request.transaction.amount;
    if request.amount.is_some_and(|amount| amount != asked) {
        return Ok(refusal(StatusCode::BAD_REQUEST, 1001, "The amount differs"));
    }
    let card: Option<(bool, String, String)> = {
        let mut tx = app.db.read().await?;
        tx.optional(
            "SELECT multiuse, valid_until, transaction_id FROM sandbox_cards WHERE token = $1",
            (&request.token,),
        )
        .await?
    };
    let today = today(app.clock.now());
    let declined = match card {
        None => Some((1063, "Token not found")),
        Some((_, valid_until, _)) if valid_until < today => Some((1064, "Token expired")),
        Some((false, _, shown_in)) if shown_in != id => Some((1065, "Token already used")),
        Some(_) if board.declines(&id) => Some((1099, "Payment declined")),
        Some(_) => None,
    };
    if let Some((code, text)) = declined {
        return Ok(refusal(StatusCode::BAD_REQUEST, code, text));
    }
    // Of two charges at once the later one comes to a paid transaction.
    let Some(changed) = store::change(&app, &id, Status::Completed).await? else {
        return Ok(refusal(StatusCode::BAD_REQUEST, 1021, "Transaction is in wrong status"));
    };
    let status = changed.status;
    notify(&app, &board, changed);
    let body = json!({
        "id": RecordId::new().to_string(), "object": "payment", "status": "COMPLETED",
        "amount": asked, "currency": CURRENCY,
        "card": { "type": "visa", "last2": "11", "maskedPan": "411111******1111" },
        "transaction": { "id": id, "status": status },
    });
    Ok(answer(&board, &id, Call::Charge, StatusCode::CREATED, body).await)
}

fn today(now: Timestamp) -> String {
    now.utc().date().format(format_description!("[year]-[month]-[day]")).unwrap_or_default()
}
