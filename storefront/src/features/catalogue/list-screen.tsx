import { Link, NavLink } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import type { BookCard as Book, BookPage, Category, Config } from "#app/api/types.ts";
import { Breadcrumbs } from "#app/catalogue/breadcrumbs.tsx";
import { chainOf, childrenOf, menuCategories } from "#app/catalogue/category-tree.ts";
import { shared, strings } from "#app/et/strings.ts";
import { LinkButton } from "#app/kit/button.tsx";
import { Select } from "#app/kit/form/select.tsx";
import { PageHead } from "#app/layout/page-head.tsx";
import { BookGrid, PagedGrid } from "./book-grid.tsx";
import { type ListQuery, loadPage, type Sort, writeQuery } from "./list-query.ts";
import { SearchBox } from "./search-box.tsx";

const text = strings.catalogue;
/** The page's description names this many titles, as on the server. */
const DESCRIBED = 4;

const SORT_LABELS: { value: Sort; label: string }[] = [
  { value: "title", label: shared.sortTitle },
  { value: "author", label: shared.sortAuthor },
  { value: "newest", label: shared.sortNewest },
  { value: "popular", label: shared.sortPopular },
];

export type ListData = {
  query: ListQuery;
  category: Category | null;
  /** One page of the list, or all results of a search. */
  result: { kind: "page"; page: BookPage } | { kind: "found"; books: Book[] };
  /** For search engines: false for searches and later pages. */
  indexed: boolean;
};

export function ListScreen({
  data,
  categories,
  config,
  percent,
  loggedIn,
  onChange,
}: {
  data: ListData;
  categories: Category[];
  config: Config;
  /** The member's discount, 0 for others. */
  percent: number;
  loggedIn: boolean;
  onChange: (query: ListQuery) => void;
}) {
  const { query, category, result, indexed } = data;
  const name = category?.name ?? shared.books;
  const address = category ? paths.category(category.path) : paths.books;
  const children = category ? childrenOf(categories, category) : [];
  const total = result.kind === "page" ? result.page.total : result.books.length;
  const books = result.kind === "page" ? result.page.books : result.books;
  const titles = books.slice(0, DESCRIBED).map((book) => book.title);
  return (
    <div className="list column">
      <PageHead
        title={name}
        description={`${name}: ${titles.join(", ")}`}
        canonical={indexed ? config.publicUrl + address : undefined}
        noindex={!indexed}
      />
      {category && (
        <Breadcrumbs chain={chainOf(categories, category).slice(0, -1)} current={category.name} />
      )}
      <div className="list__top">
        <h1>{name}</h1>
        {!category && (
          <SearchBox search={query.search} onSearch={(search) => onChange({ ...query, search })} />
        )}
        {loggedIn && (
          <LinkButton className="list__mine" to={paths.home} icon="shelf">
            {shared.myBooks}
          </LinkButton>
        )}
      </div>
      <nav className="chips" aria-label={shared.categoriesLabel} data-keep-scroll="">
        <ul className="chips__list">
          <li>
            <NavLink className="button chips__link" to={paths.books} end>
              {shared.allBooks}
            </NavLink>
          </li>
          {menuCategories(categories).map((each) => (
            <li key={each.id}>
              <NavLink className="button chips__link" to={paths.category(each.path)}>
                {each.name}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      {children.length > 0 && (
        <nav className="subcategories" aria-label={shared.subcategoriesLabel}>
          <ul className="subcategories__list">
            {children.map((child) => (
              <li key={child.id}>
                <Link className="touch-target" to={paths.category(child.path)}>
                  {child.name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <div className="list__bar">
        <p className="muted" role="status">
          {query.search ? text.found(total, query.search) : text.count(total)}
        </p>
        {!query.search && (
          <Select
            label={shared.sortLabel}
            id="jarjestus"
            name="sort"
            options={SORT_LABELS}
            value={query.sort}
            onChange={(event) => onChange({ ...query, sort: event.currentTarget.value as Sort })}
          />
        )}
      </div>
      {total === 0 ? (
        <p className="list__empty lead muted">
          {query.search ? shared.nothingFound : shared.emptyCategory}
        </p>
      ) : result.kind === "found" ? (
        <BookGrid books={result.books} percent={percent} />
      ) : (
        <PagedGrid
          key={`${query.category} ${query.sort}`}
          first={result.page}
          percent={percent}
          loadPage={(cursor) => loadPage(query, cursor)}
          hrefOf={(cursor) => {
            const plain = writeQuery(query);
            return `${address}${plain}${plain ? "&" : "?"}cursor=${encodeURIComponent(cursor)}`;
          }}
        />
      )}
    </div>
  );
}
