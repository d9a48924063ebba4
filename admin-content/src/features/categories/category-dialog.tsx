import { Checkbox, Field } from "storefront/kit/form/field.tsx";
import { Select } from "storefront/kit/form/select.tsx";
import { toast } from "storefront/kit/toast.tsx";
import { treeOptions, within } from "#app/api/category-tree.ts";
import type { Category } from "#app/api/types.ts";
import { categoryStrings as text } from "#app/et/books.ts";
import { failureOf } from "#app/et/failure.ts";
import { strings } from "#app/et/strings.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { storeCategoryPath } from "#app/paths.ts";
import { errorsOf } from "#app/working-copy/fields.ts";
import { formPropsOf } from "#app/working-copy/form-props.tsx";
import { useWorkingCopy } from "#app/working-copy/use-working-copy.ts";
import { categoryFields, type EditedCategory, newCategoryCopy, rename } from "./category-copy.ts";

type Props = {
  category: EditedCategory;
  categories: Category[];
  onSaved: (saved: Category, isNew: boolean) => Promise<void>;
  onClose: () => void;
};

export function CategoryDialog({ category, categories, onSaved, onClose }: Props) {
  const { copy, state } = useWorkingCopy(() => newCategoryCopy(category));
  const { values, busy } = state;
  const nameOf = (id: unknown) => categories.find((each) => each.id === id)?.name ?? text.top;
  const props = formPropsOf(copy, state, (value, name) =>
    name === "parentId" ? nameOf(value) : String(value),
  );
  const { summary, text: textOf, control, checkbox } = props;

  const submit = async () => {
    const outcome = await copy.save();
    const { remote, invalid: refused, error } = copy.getSnapshot();
    if (outcome === "done" && remote.id !== null) await onSaved(remote, category.id === null);
    else if (outcome === "conflict") copy.refuse([{ field: "slug", code: "taken" }]);
    else if (error && Object.keys(errorsOf(categoryFields, refused)).length === 0) {
      if (outcome !== "stale") toast(failureOf(error, text.saveFailed), { kind: "danger" });
    }
  };

  const own = category.id === null ? new Set<string>() : within(categories, category.id);
  const parents = treeOptions(categories).filter(({ value }) => !own.has(value));
  const above = categories.find(({ id }) => id === values.parentId);
  const address = storeCategoryPath(`${above ? `${above.path}/` : ""}${values.slug || "…"}`);
  return (
    <FormDialog
      id="category-form"
      title={category.id === null ? text.addTitle : text.changeTitle}
      submit={strings.common.save}
      pending={busy !== null}
      focusId="category-name"
      onSubmit={submit}
      onClose={onClose}
    >
      {summary}
      <Field
        {...textOf("name")}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => rename(copy, event.target.value)}
      />
      <Field
        {...textOf("slug")}
        hint={text.slugHint(address)}
        maxLength={100}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
      <Select
        {...control("parentId")}
        value={values.parentId ?? ""}
        options={[{ value: "", label: text.top }, ...parents]}
        onChange={(event) => copy.edit({ parentId: event.target.value || null })}
      />
      <Checkbox {...checkbox("includeInMenu")} />
    </FormDialog>
  );
}
