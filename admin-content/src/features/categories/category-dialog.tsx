// One category: its name, its part of the address, where it stands, whether the menu has it.
import { type FormEvent, useState } from "react";
import { Button } from "storefront/kit/button.tsx";
import { Dialog } from "storefront/kit/dialog.tsx";
import { ErrorSummary, type FieldError } from "storefront/kit/form/error-summary.tsx";
import { Checkbox, Field } from "storefront/kit/form/field.tsx";
import { Select } from "storefront/kit/form/select.tsx";
import type { Category, CategoryValues } from "#app/api/books.ts";
import { categoryStrings as text } from "#app/et/books.ts";
import { strings } from "#app/et/strings.ts";
import { storeCategoryPath } from "#app/paths.ts";
import { type Editing, type Errors, errorsIn, type Refused, renamed } from "./form.ts";
import { treeOptions, within } from "./tree.ts";

export function CategoryDialog({
  editing: begun,
  categories,
  save,
  onClose,
}: {
  editing: Editing;
  categories: Category[];
  /** Null when all went well. */
  save: (editing: Editing) => Promise<Refused | null>;
  onClose: () => void;
}) {
  const [editing, setEditing] = useState(begun);
  const [errors, setErrors] = useState<Errors>({});
  const [attempt, setAttempt] = useState(0);
  const [pending, setPending] = useState(false);
  const { category, values } = editing;
  const change = (patch: Partial<CategoryValues>) =>
    setEditing({ category, values: { ...values, ...patch } });
  const show = (found: Errors) => {
    setErrors(found);
    setAttempt((count) => count + 1);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    const found = errorsIn(values);
    show(found);
    if (Object.keys(found).length > 0) return;
    setPending(true);
    const trimmed = { ...values, name: values.name.trim(), slug: values.slug.trim() };
    const refused = await save({ category, values: trimmed });
    setPending(false);
    if (refused?.editing) setEditing(refused.editing);
    if (refused) show(refused.errors);
  };

  const labels = { name: text.name, slug: text.slug, parentId: text.parent };
  const list: FieldError[] = (["name", "slug", "parentId"] as const).flatMap((name) =>
    errors[name] ? [{ id: `category-${name}`, message: `${labels[name]}: ${errors[name]}` }] : [],
  );
  const own = category ? within(categories, category.id) : new Set<string>();
  const parents = treeOptions(categories).filter(({ value }) => !own.has(value));
  const above = categories.find(({ id }) => id === values.parentId);
  const address = storeCategoryPath(`${above ? `${above.path}/` : ""}${values.slug || "…"}`);
  return (
    <Dialog
      open
      onClose={onClose}
      title={category ? text.changeTitle : text.addTitle}
      closeLabel={strings.common.close}
    >
      <form className="category-form" noValidate onSubmit={submit}>
        <ErrorSummary title={strings.common.errorSummary} errors={list} attempt={attempt} />
        <Field
          id="category-name"
          label={text.name}
          value={values.name}
          maxLength={100}
          autoComplete="off"
          error={errors.name}
          onChange={(event) => setEditing(renamed(editing, event.target.value))}
        />
        <Field
          id="category-slug"
          label={text.slug}
          hint={text.slugHint(address)}
          value={values.slug}
          maxLength={100}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          error={errors.slug}
          onChange={(event) => change({ slug: event.target.value })}
        />
        <Select
          id="category-parentId"
          label={text.parent}
          value={values.parentId ?? ""}
          options={[{ value: "", label: text.top }, ...parents]}
          aria-invalid={errors.parentId ? true : undefined}
          aria-describedby={errors.parentId ? "category-parentId-error" : undefined}
          onChange={(event) => change({ parentId: event.target.value || null })}
        />
        <p className="field__error" id="category-parentId-error">
          {errors.parentId}
        </p>
        <Checkbox
          label={text.includeInMenu}
          checked={values.includeInMenu}
          onChange={(event) => change({ includeInMenu: event.target.checked })}
        />
        <div className="dialog__actions">
          <Button type="submit" look="primary" pending={pending}>
            {text.save}
          </Button>
          <Button onClick={onClose}>{strings.common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}
