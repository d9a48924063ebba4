//! The OpenAPI document, generated from the handlers, and the routes of `/api`.

use axum::Router;
use utoipa::{
    IntoResponses, OpenApi, ToSchema as _,
    openapi::{
        Content, OpenApi as Document, Ref, RefOr, Response,
        path::Operation,
        request_body::RequestBody,
        security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme},
    },
};
use utoipa_axum::router::OpenApiRouter;
use utoipa_swagger_ui::SwaggerUi;

use crate::{
    accounts, admin, billing, catalogue, content,
    error::{
        FieldError, PROBLEM_JSON, Problem,
        responses::{AdminOnly, EditorOnly, JsonBody, NO_SESSION, NoSuchId, Unreadable},
    },
    library, listening, orders, receipts,
    state::AppState,
    subscriptions, withdrawals,
};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Heliriiul",
        description = "The API of the Heliriiul audiobook store. Errors are RFC 9457 problem documents."
    ),
    servers((url = "/api")),
    components(schemas(Problem, FieldError))
)]
struct Api;

/// Builds the routes of `/api` and the document that describes them.
pub fn build() -> (Router<AppState>, Document) {
    let (router, mut document) = OpenApiRouter::with_openapi(Api::openapi())
        .merge(accounts::router())
        .merge(catalogue::router())
        .merge(content::router())
        .merge(library::router())
        .merge(listening::router())
        .merge(orders::router())
        .merge(receipts::router())
        .merge(subscriptions::router())
        .merge(billing::router())
        .merge(withdrawals::router())
        .merge(admin::router())
        .split_for_parts();
    let components = document.components.get_or_insert_default();
    let api_token = ApiKey::Header(ApiKeyValue::new("Api-Token"));
    components.add_security_scheme("api_token", SecurityScheme::ApiKey(api_token));
    let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
    components.add_security_scheme("bearer", SecurityScheme::Http(bearer));
    for (path, item) in &mut document.paths.paths {
        let methods = [&mut item.get, &mut item.put, &mut item.post, &mut item.delete];
        methods.into_iter().flatten().for_each(|operation| add_derived_responses(path, operation));
    }
    (router, document)
}

/// Adds what follows from the address and the body of an operation, so that the handlers need not repeat it.
fn add_derived_responses(path: &str, operation: &mut Operation) {
    let only_json = |body: &RequestBody| body.content.keys().eq(["application/json"]);
    if matches!(&operation.request_body, Some(RefOr::T(body)) if only_json(body)) {
        add_errors::<JsonBody>(operation);
    }
    let is_admin = path.starts_with("/admin/");
    if is_admin || path.starts_with("/desk/") {
        operation.tags = Some(vec![if is_admin { "admin" } else { "desk" }.to_owned()]);
        if is_admin {
            add_errors::<AdminOnly>(operation);
        } else {
            add_errors::<EditorOnly>(operation);
        }
        if operation.parameters.is_some() {
            add_errors::<Unreadable>(operation);
        }
        if path.contains("/{id}") {
            add_errors::<NoSuchId>(operation);
        }
    }
    operation.responses.responses.iter_mut().for_each(set_problem_body);
    require_session(operation);
}

/// Adds the errors of a set whose statuses the operation does not describe itself.
fn add_errors<E: IntoResponses>(operation: &mut Operation) {
    for (status, response) in E::responses() {
        operation.responses.responses.entry(status).or_insert(response);
    }
}

fn set_problem_body((status, response): (&String, &mut RefOr<Response>)) {
    if let RefOr::T(response) = response
        && status.starts_with(['4', '5'])
    {
        let problem = Content::new(Some(Ref::from_schema_name(Problem::name())));
        response.content = [(PROBLEM_JSON.to_owned(), problem.into())].into();
    }
}

/// An operation that returns 401 without a session takes the token in either header.
fn require_session(operation: &mut Operation) {
    if operation.security.is_none()
        && let Some(RefOr::T(refusal)) = operation.responses.responses.get("401")
        && refusal.description == NO_SESSION
    {
        let header = |name: &str| SecurityRequirement::new::<&str, [&str; 0], &str>(name, []);
        operation.security = Some(vec![header("api_token"), header("bearer")]);
    }
}

/// `/api/openapi.json` and the browsable `/api/docs`, whose script is inside the binary.
pub fn pages(document: Document) -> Router<AppState> {
    SwaggerUi::new("/api/docs").url("/api/openapi.json", document).into()
}
