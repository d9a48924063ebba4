// Shown when a screen crashed or the address is unknown.
import { isRouteErrorResponse, useRouteError } from "react-router";
import { isApiError } from "storefront/api/errors.ts";
import { Button, LinkButton } from "storefront/kit/button.tsx";
import { strings } from "#app/et/strings.ts";
import { paths } from "#app/paths.ts";

const text = strings.crash;

export function Crash() {
  const error = useRouteError();
  const missing =
    isApiError(error, 404) ||
    (isRouteErrorResponse(error) && error.status === 404) ||
    (error instanceof Response && error.status === 404);
  const offline = isApiError(error, 0);
  const title = missing ? text.notFoundTitle : text.title;
  return (
    <div className="column column--narrow">
      <title>{`${title} | ${strings.common.product}`}</title>
      <h1>{title}</h1>
      <p className="desk-note desk-crash__text">
        {missing ? text.notFoundText : offline ? strings.common.offline : text.text}
      </p>
      <div>
        {missing ? (
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
