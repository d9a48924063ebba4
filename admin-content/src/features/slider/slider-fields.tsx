// What a row of books shows: by a rule, or the books that were chosen, in their order.
import type { Category } from "#app/api/books.ts";
import type { BookCard, DeskSliderRule } from "#app/api/types.ts";
import { BookPicker } from "./book-picker.tsx";
import { RuleField } from "./rule-field.tsx";

export default function SliderFields({
  ids,
  rule,
  books,
  categories,
  errors,
  onChange,
}: {
  ids: { rule: string; books: string };
  rule: DeskSliderRule | null;
  books: BookCard[];
  categories: Category[];
  errors: { rule?: string | undefined; books?: string | undefined };
  onChange: (change: { rule?: DeskSliderRule | null; books?: BookCard[] }) => void;
}) {
  return (
    <>
      <RuleField
        id={ids.rule}
        value={rule}
        categories={categories}
        error={errors.rule}
        onChange={(next) => onChange({ rule: next })}
      />
      {rule === null && (
        <BookPicker
          id={ids.books}
          books={books}
          error={errors.books}
          onChange={(next) => onChange({ books: next })}
        />
      )}
    </>
  );
}
