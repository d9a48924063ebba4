import { paths } from "#app/addresses/paths.ts";
import { shared } from "#app/et/strings.ts";
import { LinkButton } from "#app/kit/button.tsx";
import { PageHead } from "#app/layout/page-head.tsx";

export function NotFound() {
  return (
    <div className="notice-page column column--narrow">
      <PageHead title={shared.notFoundTitle} noindex />
      <p className="notice-page__code" aria-hidden="true">
        404
      </p>
      <h1>{shared.notFoundTitle}</h1>
      <p className="notice-page__text lead muted">{shared.notFoundText}</p>
      <div className="button-group">
        <LinkButton look="primary" to={paths.books}>
          {shared.notFoundBooks}
        </LinkButton>
        <LinkButton to={paths.home}>{shared.notFoundHome}</LinkButton>
      </div>
    </div>
  );
}
