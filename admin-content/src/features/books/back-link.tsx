// The way from a book to the list: to the very place that one came from, when one came from there.
import { Link, useLocation, useNavigate } from "react-router";
import { Icon } from "storefront/kit/icon.tsx";
import { bookStrings as text } from "#app/et/books.ts";
import { paths } from "#app/paths.ts";

/** State of the links that lead from the list to a book. */
export const FROM_LIST = { fromList: true };

export function BackLink() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const isFromList = (state as typeof FROM_LIST | null)?.fromList === true;
  return (
    <Link
      className="desk-back"
      to={paths.books}
      onClick={(event) => {
        const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
        if (!isFromList || !isPlain) return;
        event.preventDefault();
        navigate(-1);
      }}
    >
      <Icon name="arrow-left" />
      {text.back}
    </Link>
  );
}
