import { Fragment } from "react";
import { Link } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import type { BookCard, Category } from "#app/api/types.ts";
import { duration } from "#app/et/format.ts";
import { shared } from "#app/et/strings.ts";

export function Facts({ book, categories }: { book: BookCard; categories: Category[] }) {
  const row = (label: string, value: React.ReactNode) => (
    <tr className="facts__row">
      <th className="facts__label" scope="row">
        {label}
      </th>
      <td className="facts__value">{value || shared.missing}</td>
    </tr>
  );
  return (
    <table className="facts">
      <caption className="visually-hidden">{shared.factsLabel}</caption>
      <tbody>
        {row(shared.factTitle, book.title)}
        {row(shared.factAuthor, book.author)}
        {row(shared.factReader, book.reader)}
        {row(shared.factPublisher, book.publisher)}
        {row(
          shared.factCategories,
          categories.length > 0 &&
            categories.map((category, index) => (
              <Fragment key={category.id}>
                {index > 0 && ", "}
                <Link className="facts__link" to={paths.category(category.path)}>
                  {category.name}
                </Link>
              </Fragment>
            )),
        )}
        {row(shared.factYear, book.publishYear)}
        {row(shared.factLength, duration(book.length))}
      </tbody>
    </table>
  );
}
