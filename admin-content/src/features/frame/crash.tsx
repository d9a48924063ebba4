// Shown when a screen crashed or the address is unknown.
import { isRouteErrorResponse, useRouteError } from "react-router";
import { isApiError } from "storefront/api/errors.ts";
import { Button, LinkButton } from "storefront/kit/button.tsx";
import { strings } from "#app/et/strings.ts";
import { paths } from "#app/paths.ts";

const text = strings.crash;

export function Crash() {
  const error = useRouteError();
  const status =
    isApiError(error) || isRouteErrorResponse(error) || error instanceof Response
      ? error.status
      : undefined;
  const missing = status === 404;
  const refused = status === 403;
  const [title, message] = missing
    ? [text.notFoundTitle, text.notFoundText]
    : refused
      ? [text.notAllowedTitle, text.notAllowedText]
      : [text.title, status === 0 ? strings.common.offline : text.text];
  return (
    <div className="column column--narrow">
      <title>{`${title} | ${strings.common.product}`}</title>
      <h1>{title}</h1>
      <p className="desk-note desk-crash__text">{message}</p>
      <div>
        {missing || refused ? (
          <LinkButton look="primary" to={paths.documents}>
            {text.toDocuments}
          </LinkButton>
        ) : (
          <Button look="primary" onClick={() => location.reload()}>
            {text.retry}
          </Button>
        )}
      </div>
    </div>
  );
}
