import { Link } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import type { Footer } from "#app/api/types.ts";
import { useCart } from "#app/cart/cart.ts";
import { appStrings } from "#app/et/screens/app.ts";
import { shared, strings } from "#app/et/strings.ts";
import { LinkButton } from "#app/kit/button.tsx";

export function AppLinks({ pages }: Footer) {
  const { books } = useCart();
  return (
    <nav className="app-links" aria-label={appStrings.linksLabel}>
      <LinkButton to={paths.cart} icon="basket">
        {strings.layout.cartCount(books.length)}
      </LinkButton>
      {pages.map(({ identifier, title }) => (
        <Link key={identifier} to={paths.page(identifier)} className="app-links__page">
          {title}
        </Link>
      ))}
      <Link to={paths.withdrawal} className="app-links__page">
        {shared.withdrawal}
      </Link>
    </nav>
  );
}
