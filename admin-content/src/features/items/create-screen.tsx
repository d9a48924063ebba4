// A new item: its kind, its title, and the identifier that follows from the title until it is changed.
import { type FormEvent, useState } from "react";
import { Link, useNavigate } from "react-router";
import { isApiError } from "storefront/api/errors.ts";
import { Button } from "storefront/kit/button.tsx";
import { ErrorSummary, type FieldError } from "storefront/kit/form/error-summary.tsx";
import { Field } from "storefront/kit/form/field.tsx";
import { Select } from "storefront/kit/form/select.tsx";
import { Icon } from "storefront/kit/icon.tsx";
import { toast } from "storefront/kit/toast.tsx";
import { createItem } from "#app/api/desk.ts";
import type { Kind } from "#app/api/types.ts";
import { strings } from "#app/et/strings.ts";
import { ask } from "#app/features/session/ask.ts";
import { failureOf } from "#app/features/session/failure.ts";
import { paths, storePath } from "#app/paths.ts";
import { KINDS } from "./find.ts";
import { identifierOf, isIdentifier } from "./identifier.ts";

const text = strings.create;
const ANNOUNCEMENT = "announcement";

type Errors = { title?: string; identifier?: string };

export function CreateScreen() {
  const navigate = useNavigate();
  const [kind, setKind] = useState<Kind>("page");
  const [title, setTitle] = useState("");
  const [own, setOwn] = useState<string | null>(null);
  const [errors, setErrors] = useState<Errors>({});
  const [attempt, setAttempt] = useState(0);
  const [pending, setPending] = useState(false);
  const identifier = kind === ANNOUNCEMENT ? ANNOUNCEMENT : (own ?? identifierOf(title));

  const show = (found: Errors) => {
    setErrors(found);
    setAttempt((count) => count + 1);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    const found: Errors = {
      ...(!title.trim() && { title: strings.common.required }),
      ...(!identifier && { identifier: strings.common.required }),
      ...(identifier && !isIdentifier(identifier) && { identifier: text.invalid }),
    };
    show(found);
    if (found.title || found.identifier) return;
    setPending(true);
    try {
      const made = await ask(() => createItem(kind, identifier, { title }));
      await navigate(paths.item(made.id), { replace: true });
    } catch (error) {
      if (isApiError(error, 409)) {
        if (kind === ANNOUNCEMENT) toast(text.announcementTaken, { kind: "danger" });
        else show({ identifier: text.taken });
      } else if (isApiError(error, 422)) show(faultsOf(error.problem.errors ?? []));
      else toast(failureOf(error, text.failed), { kind: "danger" });
    } finally {
      setPending(false);
    }
  };

  const list: FieldError[] = [
    ...(errors.title ? [{ id: "create-title", message: `${text.name}: ${errors.title}` }] : []),
    ...(errors.identifier
      ? [{ id: "create-identifier", message: `${text.identifier}: ${errors.identifier}` }]
      : []),
  ];
  return (
    <div className="create column column--narrow">
      <title>{`${text.title} | ${strings.common.product}`}</title>
      <Link className="back" to={paths.items}>
        <Icon name="arrow-left" />
        {strings.common.allItems}
      </Link>
      <h1>{text.title}</h1>
      <form className="create__form" noValidate onSubmit={submit}>
        <ErrorSummary title={strings.common.errorSummary} errors={list} attempt={attempt} />
        <Select
          label={text.kind}
          value={kind}
          options={KINDS.map((each) => ({ value: each, label: strings.kinds[each] }))}
          onChange={(event) => setKind(event.target.value as Kind)}
        />
        <Field
          id="create-title"
          label={text.name}
          value={title}
          maxLength={200}
          error={errors.title}
          onChange={(event) => setTitle(event.target.value)}
        />
        {kind !== ANNOUNCEMENT && (
          <Field
            id="create-identifier"
            label={text.identifier}
            hint={hintOf(kind, identifier)}
            value={identifier}
            maxLength={80}
            autoCapitalize="none"
            spellCheck={false}
            error={errors.identifier}
            onChange={(event) => setOwn(event.target.value)}
          />
        )}
        <Button type="submit" look="primary" pending={pending}>
          {text.submit}
        </Button>
      </form>
    </div>
  );
}

function faultsOf(faults: { field: string; code: string }[]): Errors {
  const errors: Errors = {};
  for (const { field, code } of faults) {
    if (field === "identifier")
      errors.identifier = code === "reserved" ? text.reserved : text.invalid;
    if (field === "body.title") {
      errors.title = code === "too-long" ? strings.common.tooLong : strings.common.required;
    }
  }
  return errors;
}

function hintOf(kind: Kind, identifier: string): string {
  if (kind === "page") return text.pageHint(storePath(identifier || "…"));
  return kind === "section" ? text.sectionHint : text.hint;
}
