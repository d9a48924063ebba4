// The path to this screen: Raamatud › category › …
import { Link } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { shared } from "#app/et/strings.ts";

export function Breadcrumbs({
  chain,
  current,
}: {
  /** The categories on the path. */
  chain: { name: string; path: string }[];
  current: string;
}) {
  return (
    <nav className="breadcrumbs" aria-label={shared.breadcrumbsLabel}>
      <ol className="breadcrumbs__list">
        <li className="breadcrumbs__item">
          <Link className="breadcrumbs__link" to={paths.books}>
            {shared.books}
          </Link>
        </li>
        {chain.map(({ name, path }) => (
          <li key={path} className="breadcrumbs__item">
            <Link className="breadcrumbs__link" to={paths.category(path)}>
              {name}
            </Link>
          </li>
        ))}
        <li className="breadcrumbs__item" aria-current="page">
          {current}
        </li>
      </ol>
    </nav>
  );
}
