//! The OpenAPI document, generated from the handlers, and the routes of `/api`.

use axum::Router;
use utoipa::{
    Modify, OpenApi,
    openapi::{
        OpenApi as Document, RefOr, Response,
        path::{Operation, PathItem},
        security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme},
    },
};
use utoipa_axum::router::OpenApiRouter;
use utoipa_swagger_ui::SwaggerUi;

use crate::{
    accounts, billing, catalogue, content,
    error::{self, PROBLEM_JSON, responses::NO_SESSION},
    library, listening, orders,
    state::AppState,
    subscriptions,
};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Heliriiul",
        description = "The API of the Heliriiul audiobook store. Errors are RFC 9457 problem documents."
    ),
    servers((url = "/api")),
    components(schemas(error::Problem, error::FieldError)),
    modifiers(&Security)
)]
struct Api;

struct Security;

impl Modify for Security {
    fn modify(&self, document: &mut Document) {
        let components = document.components.get_or_insert_default();
        components.add_security_scheme(
            "api_token",
            SecurityScheme::ApiKey(ApiKey::Header(ApiKeyValue::new("Api-Token"))),
        );
        components.add_security_scheme(
            "bearer",
            SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build()),
        );
    }
}

/// Builds the routes of `/api` and the document that describes them.
pub fn build() -> (Router<AppState>, Document) {
    let (router, mut document) = OpenApiRouter::with_openapi(Api::openapi())
        .merge(accounts::router())
        .merge(catalogue::router())
        .merge(content::router())
        .merge(library::router())
        .merge(listening::router())
        .merge(orders::router())
        .merge(subscriptions::router())
        .merge(billing::router())
        .split_for_parts();
    for operation in document.paths.paths.values_mut().flat_map(operations) {
        operation.responses.responses.iter_mut().for_each(as_problem);
        require_session(operation);
    }
    (router, document)
}

fn operations(path: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    [&mut path.get, &mut path.put, &mut path.post, &mut path.delete].into_iter().flatten()
}

/// An operation that answers 401 without a session takes the token in either header.
fn require_session(operation: &mut Operation) {
    let is_no_session = |response: &RefOr<Response>| matches!(response, RefOr::T(response) if response.description == NO_SESSION);
    if operation.security.is_none() && operation.responses.responses.get("401").is_some_and(is_no_session) {
        let header = |name: &str| SecurityRequirement::new::<&str, [&str; 0], &str>(name, []);
        operation.security = Some(vec![header("api_token"), header("bearer")]);
    }
}

/// Marks the body of each error as a problem document.
fn as_problem((status, response): (&String, &mut RefOr<Response>)) {
    if let RefOr::T(response) = response
        && status.starts_with(['4', '5'])
        && let Some(content) = response.content.shift_remove("application/json")
    {
        response.content.insert(PROBLEM_JSON.to_owned(), content);
    }
}

/// `/api/openapi.json` and the browsable `/api/docs`, whose script is inside the binary.
pub fn pages(document: Document) -> Router<AppState> {
    SwaggerUi::new("/api/docs").url("/api/openapi.json", document).into()
}
