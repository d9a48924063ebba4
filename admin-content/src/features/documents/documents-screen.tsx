import { Link, useLoaderData, useSearchParams } from "react-router";
import { LinkButton } from "storefront/kit/button.tsx";
import { Select } from "storefront/kit/form/select.tsx";
import type { DocumentSummary, Kind, Status } from "#app/api/types.ts";
import { strings } from "#app/et/strings.ts";
import { moment } from "#app/et/time.ts";
import { ScreenHead } from "#app/kit/screen-head.tsx";
import { SearchField } from "#app/kit/search-field.tsx";
import { withParameter } from "#app/kit/search-of.ts";
import { StatusBadge } from "#app/kit/status-badge.tsx";
import { paths } from "#app/paths.ts";
import { findDocuments, grouped, KINDS, STATUSES } from "./find.ts";

const text = strings.documents;

export function DocumentsScreen() {
  const documents = useLoaderData<DocumentSummary[]>();
  const [query, setQuery] = useSearchParams();
  const kind = KINDS.find((each) => each === query.get("liik")) ?? "";
  const status = STATUSES.find((each) => each === query.get("olek")) ?? "";
  const found = findDocuments(documents, query.get("q") ?? "", kind, status);
  const filter = <Value extends Kind | Status>(
    name: "liik" | "olek",
    value: Value | "",
    all: string,
    values: Value[],
    labels: Record<Value, string>,
  ) => ({
    value,
    options: [
      { value: "", label: all },
      ...values.map((each) => ({ value: each, label: labels[each] })),
    ],
    onChange: ({ target }: { target: { value: string } }) =>
      setQuery(withParameter(name, target.value), { replace: true }),
  });
  return (
    <div className="column">
      <ScreenHead
        title={text.title}
        lead={text.lead}
        action={
          <LinkButton to={paths.create} look="primary" icon="plus">
            {text.create}
          </LinkButton>
        }
      />
      <div className="desk-documents__search">
        <SearchField label={text.search} />
        <Select label={text.kind} {...filter("liik", kind, text.allKinds, KINDS, strings.kinds)} />
        <Select
          label={text.status}
          {...filter("olek", status, text.allStatuses, STATUSES, strings.status)}
        />
      </div>
      <p className="desk-note desk-gap-3" role="status">
        {found.length > 0 ? text.found(found.length) : text.nothing}
      </p>
      {grouped(found).map((group) => (
        <section key={group.kind} className="desk-gap-5" aria-labelledby={`kind-${group.kind}`}>
          <div className="desk-top desk-documents__heading">
            <h2 className="desk-title-3" id={`kind-${group.kind}`}>
              {strings.kindGroups[group.kind]}
            </h2>
            {(group.kind === "slider" || group.kind === "page") && (
              <Link to={paths.order(group.kind)}>{text.order[group.kind]}</Link>
            )}
          </div>
          <ul className="desk-rows">
            {group.documents.map((document) => (
              <DocumentRow key={document.id} document={document} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function DocumentRow({ document }: { document: DocumentSummary }) {
  return (
    <li className="desk-row desk-document-row">
      <Link className="desk-row__link desk-document-row__title" to={paths.document(document.id)}>
        {document.title}
      </Link>
      <span className="desk-muted desk-document-row__identifier">
        <span className="visually-hidden">{text.identifier}: </span>
        {document.kind === "page" ? `/${document.identifier}` : document.identifier}
      </span>
      <StatusBadge status={document.status} />
      <span className="desk-muted desk-document-row__saved">
        {text.saved(document.savedBy, moment(document.savedAt))}
      </span>
    </li>
  );
}
