import { Checkbox, Field } from "storefront/kit/form/field.tsx";
import { Select } from "storefront/kit/form/select.tsx";
import type { Category } from "#app/api/types.ts";
import { TextEditor } from "#app/editor/text-editor.tsx";
import { bookStrings as text } from "#app/et/books.ts";
import { storeBookPath } from "#app/paths.ts";
import { formPropsOf } from "#app/working-copy/form-props.tsx";
import type { BookCopy, BookState } from "./book-copy.ts";
import { type PersonRow, toggled } from "./book-fields.ts";
import { CategoryBoxes } from "./category-boxes.tsx";
import { PeopleField } from "./people-field.tsx";

type LineName = "title" | "subtitle" | "isbn" | "publisher" | "publishYear" | "price" | "slug";

type Props = { copy: BookCopy; state: BookState; categories: Category[] };

export function BookForm({ copy, state, categories }: Props) {
  const { remote: book, values } = state;
  const { summary, control, text: textOf, checkbox } = formPropsOf(copy, state);
  const line = (name: LineName, maxLength: number, hint?: string) => ({
    ...textOf(name),
    maxLength,
    hint,
    autoComplete: "off",
  });
  const people = (name: "authors" | "readers") => ({
    ...control(name),
    people: values[name],
    onChange: (rows: PersonRow[]) => copy.edit({ [name]: rows }),
  });
  const moved = values.slug.trim() !== book.slug;
  return (
    <div className="desk-form">
      {summary}
      <Field {...line("title", 300)} />
      <Field {...line("subtitle", 300)} />
      <PeopleField {...people("authors")} called={text.author} addLabel={text.addAuthor} />
      <PeopleField {...people("readers")} called={text.reader} addLabel={text.addReader} />
      <TextEditor
        {...control("description")}
        html={book.description}
        hasSource={false}
        attach={copy.attach}
        onChange={copy.textChanged}
      />
      <CategoryBoxes
        {...control("categoryIds")}
        categories={categories}
        chosen={values.categoryIds}
        onToggle={(id) =>
          copy.edit({ categoryIds: toggled(values.categoryIds, id, book.categoryIds) })
        }
      />
      <div className="desk-pair">
        <Field {...line("price", 20, text.priceHint)} inputMode="decimal" />
        <Select
          {...textOf("paymentType")}
          options={Object.entries(text.paymentTypes).map(([value, label]) => ({ value, label }))}
        />
      </div>
      <Checkbox {...checkbox("isVisible")} />
      <div className="desk-pair">
        <Field {...line("isbn", 20, text.isbnHint)} inputMode="numeric" />
        <Field {...line("publisher", 120)} />
        <Field {...line("publishYear", 4)} inputMode="numeric" />
        <Select {...textOf("language")} options={languagesWith(book.language)} />
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
