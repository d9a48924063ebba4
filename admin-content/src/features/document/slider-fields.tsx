import type { Category } from "#app/api/types.ts";
import { BookPicker } from "./book-picker.tsx";
import { fieldId } from "./document-copy.ts";
import type { DocumentErrors, DocumentValues } from "./document-fields.ts";
import { RuleField } from "./rule-field.tsx";

export default function SliderFields({
  values: { rule, books },
  categories,
  errors,
  onChange,
}: {
  values: Pick<DocumentValues, "rule" | "books">;
  categories: Category[];
  errors: DocumentErrors;
  onChange: (change: Partial<DocumentValues>) => void;
}) {
  return (
    <>
      <RuleField
        id={fieldId("rule")}
        value={rule}
        categories={categories}
        errors={errors}
        onChange={(next) => onChange({ rule: next })}
      />
      {rule === null && (
        <BookPicker
          id={fieldId("books")}
          books={books}
          error={errors.books}
          onChange={(next) => onChange({ books: next })}
        />
      )}
    </>
  );
}
