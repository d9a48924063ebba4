// Everything that can be edited, with what readers see of it and who saved it last. What is searched
// stands in the address, so that Back finds the list as it was left.
import { Link, useLoaderData, useSearchParams } from "react-router";
import { LinkButton } from "storefront/kit/button.tsx";
import { Select } from "storefront/kit/form/select.tsx";
import type { Item } from "#app/api/types.ts";
import { strings } from "#app/et/strings.ts";
import { moment } from "#app/et/time.ts";
import { SearchField } from "#app/features/search/search-field.tsx";
import { paths } from "#app/paths.ts";
import { findItems, grouped, KINDS, STATUSES } from "./find.ts";
import { StatusBadge } from "./status-badge.tsx";

const text = strings.items;

export function ItemsScreen() {
  const items = useLoaderData<Item[]>();
  const [query, setQuery] = useSearchParams();
  const kind = KINDS.find((each) => each === query.get("liik")) ?? "";
  const status = STATUSES.find((each) => each === query.get("olek")) ?? "";
  const found = findItems(items, query.get("q") ?? "", kind, status);
  const choose = (name: "liik" | "olek", chosen: string) =>
    setQuery(
      (now) => {
        if (chosen) now.set(name, chosen);
        else now.delete(name);
        return now;
      },
      { replace: true },
    );
  return (
    <div className="items column">
      <title>{`${text.title} | ${strings.common.product}`}</title>
      <div className="items__top">
        <div>
          <h1>{text.title}</h1>
          <p className="items__lead">{text.lead}</p>
        </div>
        <LinkButton to={paths.create} look="primary" icon="plus">
          {text.create}
        </LinkButton>
      </div>
      <div className="items__search">
        <SearchField label={text.search} />
        <Select
          label={text.kind}
          value={kind}
          options={[
            { value: "", label: text.allKinds },
            ...KINDS.map((each) => ({ value: each, label: strings.kinds[each] })),
          ]}
          onChange={(event) => choose("liik", event.target.value)}
        />
        <Select
          label={text.status}
          value={status}
          options={[
            { value: "", label: text.allStatuses },
            ...STATUSES.map((each) => ({ value: each, label: strings.status[each] })),
          ]}
          onChange={(event) => choose("olek", event.target.value)}
        />
      </div>
      <p className="items__count" role="status">
        {found.length > 0 ? text.found(found.length) : text.nothing}
      </p>
      {grouped(found).map((group) => (
        <section key={group.kind} className="items__group" aria-labelledby={`kind-${group.kind}`}>
          <div className="items__heading">
            <h2 className="items__kind" id={`kind-${group.kind}`}>
              {strings.kindGroups[group.kind]}
            </h2>
            {(group.kind === "slider" || group.kind === "page") && (
              <Link to={paths.order(group.kind)}>{text.order[group.kind]}</Link>
            )}
          </div>
          <ul className="items__list">
            {group.items.map((item) => (
              <ItemRow key={item.id} item={item} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function ItemRow({ item }: { item: Item }) {
  return (
    <li className="item">
      <Link className="item__title" to={paths.item(item.id)}>
        {item.title}
      </Link>
      <span className="item__identifier">
        <span className="visually-hidden">{text.identifier}: </span>
        {item.kind === "page" ? `/${item.identifier}` : item.identifier}
      </span>
      <StatusBadge status={item.status} />
      <span className="item__saved">{text.saved(item.savedBy, moment(item.savedAt))}</span>
    </li>
  );
}
