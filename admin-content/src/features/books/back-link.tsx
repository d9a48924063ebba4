// The link from a book back to the list, at the search and position from which the book was opened.
import { useLocation, useNavigate } from "react-router";
import { bookStrings as text } from "#app/et/books.ts";
import { BackLink } from "#app/kit/screen-head.tsx";
import { paths } from "#app/paths.ts";

export const FROM_LIST = { fromList: true };

export function BackToList() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const isFromList = (state as typeof FROM_LIST | null)?.fromList === true;
  return (
    <BackLink
      to={paths.books}
      onClick={(event) => {
        const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
        if (!isFromList || !isPlain) return;
        event.preventDefault();
        navigate(-1);
      }}
    >
      {text.back}
    </BackLink>
  );
}
