import { Button } from "storefront/kit/button.tsx";
import { type Branch, treeOf } from "#app/api/category-tree.ts";
import type { Category } from "#app/api/types.ts";
import { categoryStrings as text } from "#app/et/books.ts";
import { strings } from "#app/et/strings.ts";
import { MoveButtons } from "#app/kit/move-button.tsx";

type Actions = {
  onMove: (category: Category, by: -1 | 1) => void;
  onChange: (category: Category) => void;
  onAdd: (category: Category) => void;
  onRemove: (category: Category) => void;
};

export function CategoryTree({ categories, ...actions }: Actions & { categories: Category[] }) {
  return categories.length > 0 ? <Branches branches={treeOf(categories)} {...actions} /> : null;
}

function Branches({ branches, ...actions }: Actions & { branches: Branch[] }) {
  return (
    <ul className="desk-tree">
      {branches.map(({ category, below }, index) => (
        <li key={category.id} className="desk-tree__branch">
          <Row
            category={category}
            isFirst={index === 0}
            isLast={index === branches.length - 1}
            {...actions}
          />
          {below.length > 0 && <Branches branches={below} {...actions} />}
        </li>
      ))}
    </ul>
  );
}

type Props = Actions & { category: Category; isFirst: boolean; isLast: boolean };

function Row({ category, isFirst, isLast, onMove, onChange, onAdd, onRemove }: Props) {
  const { id, name, path, includeInMenu, bookCount } = category;
  return (
    <div className="desk-tree__row">
      <span className="desk-names desk-tree__names">
        <span className="desk-strong desk-tree__name">{name}</span>
        <span className="desk-muted">
          {path} · {text.books(bookCount)}
          {includeInMenu && ` · ${text.inMenu}`}
        </span>
      </span>
      <span className="desk-icon-buttons">
        <MoveButtons
          id={id}
          up={strings.common.up(name)}
          down={strings.common.down(name)}
          isFirst={isFirst}
          isLast={isLast}
          onMove={(by) => onMove(category, by)}
        />
        <Button
          size="small"
          data-name={`change-${id}`}
          aria-label={text.change(name)}
          onClick={() => onChange(category)}
        >
          {text.changeShort}
        </Button>
        <Button size="small" aria-label={text.addBelow(name)} onClick={() => onAdd(category)}>
          {text.addShort}
        </Button>
        <Button
          size="small"
          look="danger"
          data-name={`remove-${id}`}
          aria-label={text.remove(name)}
          onClick={() => onRemove(category)}
        >
          {text.removeShort}
        </Button>
      </span>
    </div>
  );
}
