// The fields of a book.
import { ErrorSummary } from "storefront/kit/form/error-summary.tsx";
import { Checkbox, Field } from "storefront/kit/form/field.tsx";
import { Select } from "storefront/kit/form/select.tsx";
import type { Category, PaymentType } from "#app/api/books.ts";
import { TextEditor } from "#app/editor/text-editor.tsx";
import { bookStrings as text } from "#app/et/books.ts";
import { strings } from "#app/et/strings.ts";
import { storeBookPath } from "#app/paths.ts";
import { CategoryBoxes } from "./category-boxes.tsx";
import type { BookDraft, BookState } from "./draft.ts";
import { fieldId, LABELS, type Messages, messagesOf, summaryOf } from "./faults.ts";
import { type Fields, toggled } from "./fields.ts";
import { PeopleField } from "./people-field.tsx";

type LineName = "title" | "subtitle" | "isbn" | "publisher" | "publishYear" | "price" | "slug";

export function BookForm({
  draft,
  state: { book, fields, faults, attempt },
  categories,
}: {
  draft: BookDraft;
  state: BookState;
  categories: Category[];
}) {
  const messages: Messages = messagesOf(faults);
  const line = (name: LineName, maxLength: number, hint?: string) => ({
    id: fieldId(name),
    label: LABELS[name],
    value: fields[name],
    maxLength,
    hint,
    error: messages[name],
    autoComplete: "off",
    onChange: (event: { target: { value: string } }) => draft.edit({ [name]: event.target.value }),
  });
  const people = (name: "authors" | "readers") => ({
    id: fieldId(name),
    label: LABELS[name],
    people: fields[name],
    error: messages[name],
    onChange: (rows: Fields["authors"]) => draft.edit({ [name]: rows }),
  });
  const moved = fields.slug.trim() !== book.slug;
  return (
    <div className="book__form">
      <ErrorSummary
        title={strings.common.errorSummary}
        errors={summaryOf(messages)}
        attempt={attempt}
      />
      <Field {...line("title", 300)} />
      <Field {...line("subtitle", 300)} />
      <PeopleField {...people("authors")} called={text.author} addLabel={text.addAuthor} />
      <PeopleField {...people("readers")} called={text.reader} addLabel={text.addReader} />
      <TextEditor
        id={fieldId("description")}
        label={LABELS.description}
        html={book.description}
        error={messages.description}
        hasSource={false}
        attach={draft.attach}
        onChange={draft.textChanged}
      />
      <CategoryBoxes
        id={fieldId("categoryIds")}
        categories={categories}
        chosen={fields.categoryIds}
        error={messages.categoryIds}
        onToggle={(id) =>
          draft.edit({ categoryIds: toggled(fields.categoryIds, id, book.categoryIds) })
        }
      />
      <div className="book__pair">
        <Field {...line("price", 20, text.priceHint)} inputMode="decimal" />
        <Select
          id={fieldId("paymentType")}
          label={LABELS.paymentType}
          value={fields.paymentType}
          options={Object.entries(text.paymentTypes).map(([value, label]) => ({ value, label }))}
          onChange={(event) => draft.edit({ paymentType: event.target.value as PaymentType })}
        />
      </div>
      <Checkbox
        id={fieldId("isVisible")}
        label={LABELS.isVisible}
        checked={fields.isVisible}
        error={messages.isVisible}
        onChange={(event) => draft.edit({ isVisible: event.target.checked })}
      />
      <div className="book__pair">
        <Field {...line("isbn", 20, text.isbnHint)} inputMode="numeric" />
        <Field {...line("publisher", 120)} />
        <Field {...line("publishYear", 4)} inputMode="numeric" />
        <Select
          id={fieldId("language")}
          label={LABELS.language}
          value={fields.language}
          options={languagesWith(book.language)}
          onChange={(event) => draft.edit({ language: event.target.value })}
        />
      </div>
      <Field
        {...line("slug", 100, text.slugHint(storeBookPath(fields.slug.trim() || "…")))}
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

/** A language that is not among the usual ones stays in the list, so that nothing changes unasked. */
function languagesWith(own: string) {
  const known = { ...text.languages, [own]: text.languages[own] ?? own };
  return Object.entries(known).map(([value, label]) => ({ value, label }));
}
