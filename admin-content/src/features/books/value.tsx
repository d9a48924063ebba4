import type { ReactNode } from "react";
import type { Category } from "#app/api/types.ts";
import { bookStrings, mergeStrings } from "#app/et/books.ts";
import type { Name } from "#app/working-copy/fields.ts";
import type { BookFormValues } from "./book-fields.ts";

type Props = { name: Name<BookFormValues>; values: BookFormValues; categories: Category[] };

export function Value({ name, values, categories }: Props): ReactNode {
  switch (name) {
    case "authors":
    case "readers":
      return lines(values[name].map((person) => `${person.firstName} ${person.lastName}`.trim()));
    case "categoryIds":
      return lines(
        values.categoryIds.map((id) => categories.find((each) => each.id === id)?.name ?? id),
      );
    case "isVisible":
      return values.isVisible ? bookStrings.visible : bookStrings.hidden;
    case "paymentType":
      return bookStrings.paymentTypes[values.paymentType];
    case "language":
      return bookStrings.languages[values.language] ?? values.language;
    case "description":
      // The HTML was cleaned by the server, or comes from the editor, whose schema allows no scripts.
      return values.description ? (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned, see above
        <div className="prose" dangerouslySetInnerHTML={{ __html: values.description }} />
      ) : (
        EMPTY
      );
    default:
      return values[name].trim() || EMPTY;
  }
}

const EMPTY = <em>{mergeStrings.empty}</em>;

function lines(texts: string[]): ReactNode {
  return texts.length === 0 ? EMPTY : texts.join(", ");
}
