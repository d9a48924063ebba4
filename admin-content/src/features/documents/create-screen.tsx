import type { FormEvent } from "react";
import { useNavigate } from "react-router";
import { Button } from "storefront/kit/button.tsx";
import { Field } from "storefront/kit/form/field.tsx";
import { Select } from "storefront/kit/form/select.tsx";
import { toast } from "storefront/kit/toast.tsx";
import type { Kind } from "#app/api/types.ts";
import { failureOf } from "#app/et/failure.ts";
import { strings } from "#app/et/strings.ts";
import { BackLink, ScreenHead } from "#app/kit/screen-head.tsx";
import { paths, storePath } from "#app/paths.ts";
import { formPropsOf } from "#app/working-copy/form-props.tsx";
import { useWorkingCopy } from "#app/working-copy/use-working-copy.ts";
import { KINDS } from "./find.ts";
import { ANNOUNCEMENT, change, newDocumentCopy } from "./new-document.ts";

const text = strings.create;

export function CreateScreen() {
  const navigate = useNavigate();
  const { copy, state } = useWorkingCopy(newDocumentCopy);
  const { kind, identifier } = state.values;
  const { summary, text: textOf } = formPropsOf(copy, state);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const outcome = await copy.save();
    const { remote, error } = copy.getSnapshot();
    if (outcome === "done" && remote) {
      await navigate(paths.document(remote.id), { replace: true });
    } else if (outcome === "conflict" && kind === ANNOUNCEMENT) {
      toast(text.announcementTaken, { kind: "danger" });
    } else if (outcome === "conflict") copy.refuse([{ field: "identifier", code: "taken" }]);
    else if (error && outcome !== "invalid") {
      toast(failureOf(error, text.failed), { kind: "danger" });
    }
  };

  return (
    <div className="column column--narrow">
      <BackLink to={paths.documents}>{strings.common.allDocuments}</BackLink>
      <ScreenHead title={text.title} />
      <form className="desk-form desk-form--start" noValidate onSubmit={submit}>
        {summary}
        <Select
          {...textOf("kind")}
          options={KINDS.map((each) => ({ value: each, label: strings.kinds[each] }))}
          onChange={(event) => change(copy, { kind: event.target.value as Kind })}
        />
        <Field
          {...textOf("title")}
          maxLength={200}
          onChange={(event) => change(copy, { title: event.target.value })}
        />
        {kind !== ANNOUNCEMENT && (
          <Field
            {...textOf("identifier")}
            hint={hintOf(kind, identifier)}
            maxLength={80}
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
        <Button type="submit" look="primary" pending={state.busy !== null}>
          {text.submit}
        </Button>
      </form>
    </div>
  );
}

function hintOf(kind: Kind, identifier: string): string {
  if (kind === "page") return text.pageHint(storePath(identifier || "…"));
  return kind === "section" ? text.sectionHint : text.hint;
}
