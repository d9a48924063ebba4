import { Link } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { shared } from "#app/et/strings.ts";

export function Breadcrumbs({
  chain,
  current,
}: {
  chain: { name: string; path: string }[];
  current: string;
}) {
  return (
    <nav className="note" aria-label={shared.breadcrumbsLabel}>
      <ol className="breadcrumbs__list">
        <li className="breadcrumbs__item touch-target">
          <Link className="breadcrumbs__link touch-target" to={paths.books}>
            {shared.books}
          </Link>
        </li>
        {chain.map(({ name, path }) => (
          <li key={path} className="breadcrumbs__item touch-target">
            <Link className="breadcrumbs__link touch-target" to={paths.category(path)}>
              {name}
            </Link>
          </li>
        ))}
        <li className="breadcrumbs__item touch-target" aria-current="page">
          {current}
        </li>
      </ol>
    </nav>
  );
}
