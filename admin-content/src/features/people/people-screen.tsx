import { Link, useLoaderData, useSearchParams } from "react-router";
import { dayText } from "#app/et/day.ts";
import { peopleStrings as text } from "#app/et/operator/lists.ts";
import { roles, word } from "#app/et/operator/words.ts";
import { ScreenHead } from "#app/kit/screen-head.tsx";
import { SearchField } from "#app/kit/search-field.tsx";
import type { searchPeople } from "#app/operator/calls.ts";
import { type Column, Listing } from "#app/operator/listing.tsx";
import { Paging } from "#app/operator/paging.tsx";
import { operatorPaths } from "#app/operator/paths.ts";
import { PAGE } from "#app/operator/query.ts";
import type { PersonItem } from "#app/operator/types.ts";

const COLUMNS: Column<PersonItem>[] = [
  {
    label: text.email,
    cell: ({ id, email, matched }) => (
      <span className="op-stack">
        <Link className="op-link" to={operatorPaths.person(id)}>
          {email}
        </Link>
        {matched && <span className="desk-muted">{text.matched(matched)}</span>}
      </span>
    ),
  },
  { label: text.name, cell: ({ firstName, lastName }) => `${firstName} ${lastName}`.trim() || "–" },
  { label: text.role, cell: ({ role }) => word(roles, role) },
  { label: text.since, cell: ({ createdAt }) => dayText(createdAt) },
];

export function PeopleScreen() {
  const { people, hasMore } = useLoaderData<Awaited<ReturnType<typeof searchPeople>>>();
  const [query] = useSearchParams();
  const caption = query.get("q") ? text.found : text.newest;
  return (
    <div className="column">
      <ScreenHead title={text.title} lead={text.lead} />
      <SearchField label={text.search} hint={text.hint} clears={PAGE} />
      <h2 className="desk-title-3 desk-gap-4">{caption}</h2>
      <p className="visually-hidden" role="status">
        {people.length === 0 && text.nothing}
      </p>
      <Listing
        caption={caption}
        columns={COLUMNS}
        rows={people}
        keyOf={({ id }) => id}
        empty={text.nothing}
      />
      <Paging hasMore={hasMore} />
    </div>
  );
}
