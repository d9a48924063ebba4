import { Link } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { shared } from "#app/et/strings.ts";

export function Logo() {
  return (
    <Link className="logo touch-target" to={paths.home} aria-label={shared.logoLabel}>
      <svg className="logo__mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <path d="M4 13.5a1.5 1.5 0 0 1 3 0V23H4zM9.25 8.5a1.5 1.5 0 0 1 3 0V23h-3zM14.5 4.5a1.5 1.5 0 0 1 3 0V23h-3zM19.75 10.5a1.5 1.5 0 0 1 3 0V23h-3zM25 15.5a1.5 1.5 0 0 1 3 0V23h-3zM2 25.5h28a1.25 1.25 0 0 1 0 2.5H2a1.25 1.25 0 0 1 0-2.5z" />
      </svg>
      <span className="logo__name">{shared.productName}</span>
    </Link>
  );
}
