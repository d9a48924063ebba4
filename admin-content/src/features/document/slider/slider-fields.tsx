// What a row of books shows: by a rule, or the books that were chosen, in their order.
import type { Category } from "#app/api/books.ts";
import type { BookCard, DeskSliderRule } from "#app/api/types.ts";
import { BookPicker } from "./book-picker.tsx";
import { RuleField } from "./rule-field.tsx";

type Name = "rule" | "ruleCategory" | "ruleCount" | "bookIds";

export default function SliderFields({
  ids,
  rule,
  books,
  categories,
  errors,
  onChange,
}: {
  ids: Record<Name, string>;
  rule: DeskSliderRule | null;
  books: BookCard[];
  categories: Category[];
  errors: Partial<Record<Name, string>>;
  onChange: (change: { rule?: DeskSliderRule | null; books?: BookCard[] }) => void;
}) {
  return (
    <>
      <RuleField
        ids={{ rule: ids.rule, category: ids.ruleCategory, count: ids.ruleCount }}
        value={rule}
        categories={categories}
        errors={{ rule: errors.rule, category: errors.ruleCategory, count: errors.ruleCount }}
        onChange={(next) => onChange({ rule: next })}
      />
      {rule === null && (
        <BookPicker
          id={ids.bookIds}
          books={books}
          error={errors.bookIds}
          onChange={(next) => onChange({ books: next })}
        />
      )}
    </>
  );
}
