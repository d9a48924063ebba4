// /paketiost: what the packages are and cost. Joining itself has no address yet, and the page says so.
import { useFrame } from "#app/api/frame.ts";
import { packageStrings as text } from "#app/et/packages.ts";
import { shared } from "#app/et/strings.ts";
import { Plans } from "#app/features/catalogue/plans.tsx";
import { LinkButton } from "#app/kit/button.tsx";
import { PageHead } from "#app/kit/page-head.tsx";
import { paths } from "#app/paths.ts";

export function Component() {
  const { config } = useFrame();
  return (
    <div className="content-page column column--narrow">
      <PageHead title={`${text.title} | ${shared.productName}`} noindex />
      <h1 className="content-page__title">{text.title}</h1>
      <div className="prose">
        <p>{text.lead}</p>
      </div>
      <Plans packages={config.packages} level={2} />
      <div className="prose">
        <p>{text.notYet}</p>
      </div>
      <LinkButton look="primary" to={paths.books}>
        {shared.notFoundBooks}
      </LinkButton>
    </div>
  );
}
