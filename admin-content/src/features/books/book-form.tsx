// The fields of a book.

import { ErrorSummary } from "storefront/kit/form/error-summary.tsx";
import { Checkbox, Field } from "storefront/kit/form/field.tsx";
import { Select } from "storefront/kit/form/select.tsx";
import type { Category, PaymentType } from "#app/api/types.ts";
import { TextEditor } from "#app/editor/text-editor.tsx";
import { bookStrings as text } from "#app/et/books.ts";
import { strings } from "#app/et/strings.ts";
import { storeBookPath } from "#app/paths.ts";
import { errorsOf, summaryOf } from "#app/working-copy/fields.ts";
import { type BookCopy, type BookState, fieldId } from "./book-copy.ts";
import { bookFields, type PersonRow, toggled } from "./book-fields.ts";
import { CategoryBoxes } from "./category-boxes.tsx";
import { PeopleField } from "./people-field.tsx";

type LineName = "title" | "subtitle" | "isbn" | "publisher" | "publishYear" | "price" | "slug";

export function BookForm({
  copy,
  state: { remote: book, values, invalid, attempt },
  categories,
}: {
  copy: BookCopy;
  state: BookState;
  categories: Category[];
}) {
  const errors = errorsOf(bookFields, invalid);
  const line = (name: LineName, maxLength: number, hint?: string) => ({
    id: fieldId(name),
    label: bookFields[name].label,
    value: values[name],
    maxLength,
    hint,
    error: errors[name],
    autoComplete: "off",
    onChange: (event: { target: { value: string } }) => copy.edit({ [name]: event.target.value }),
  });
  const people = (name: "authors" | "readers") => ({
    id: fieldId(name),
    label: bookFields[name].label,
    people: values[name],
    error: errors[name],
    onChange: (rows: PersonRow[]) => copy.edit({ [name]: rows }),
  });
  const moved = values.slug.trim() !== book.slug;
  return (
    <div className="desk-form">
      <ErrorSummary
        title={strings.common.errorSummary}
        errors={summaryOf(bookFields, "book", errors)}
        attempt={attempt}
      />
      <Field {...line("title", 300)} />
      <Field {...line("subtitle", 300)} />
      <PeopleField {...people("authors")} called={text.author} addLabel={text.addAuthor} />
      <PeopleField {...people("readers")} called={text.reader} addLabel={text.addReader} />
      <TextEditor
        id={fieldId("description")}
        label={bookFields.description.label}
        html={book.description}
        error={errors.description}
        hasSource={false}
        attach={copy.attach}
        onChange={copy.textChanged}
      />
      <CategoryBoxes
        id={fieldId("categoryIds")}
        categories={categories}
        chosen={values.categoryIds}
        error={errors.categoryIds}
        onToggle={(id) =>
          copy.edit({ categoryIds: toggled(values.categoryIds, id, book.categoryIds) })
        }
      />
      <div className="desk-pair">
        <Field {...line("price", 20, text.priceHint)} inputMode="decimal" />
        <Select
          id={fieldId("paymentType")}
          label={bookFields.paymentType.label}
          value={values.paymentType}
          options={Object.entries(text.paymentTypes).map(([value, label]) => ({ value, label }))}
          onChange={(event) => copy.edit({ paymentType: event.target.value as PaymentType })}
        />
      </div>
      <Checkbox
        id={fieldId("isVisible")}
        label={bookFields.isVisible.label}
        checked={values.isVisible}
        error={errors.isVisible}
        onChange={(event) => copy.edit({ isVisible: event.target.checked })}
      />
      <div className="desk-pair">
        <Field {...line("isbn", 20, text.isbnHint)} inputMode="numeric" />
        <Field {...line("publisher", 120)} />
        <Field {...line("publishYear", 4)} inputMode="numeric" />
        <Select
          id={fieldId("language")}
          label={bookFields.language.label}
          value={values.language}
          options={languagesWith(book.language)}
          onChange={(event) => copy.edit({ language: event.target.value })}
        />
      </div>
      <Field
        {...line("slug", 100, text.slugHint(storeBookPath(values.slug.trim() || "…")))}
        autoCapitalize="none"
        spellCheck={false}
        after={
          <p className="field__hint" role="status">
            {moved && text.slugChanged(storeBookPath(book.slug))}
          </p>
        }
      />
    </div>
  );
}

/** An unusual language stays in the list, so that the value does not change by itself. */
function languagesWith(own: string) {
  const known = { ...text.languages, [own]: text.languages[own] ?? own };
  return Object.entries(known).map(([value, label]) => ({ value, label }));
}
