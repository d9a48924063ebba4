// The tree of categories: editing, order, and what the store's menu shows.
import { useRef, useState } from "react";
import { useLoaderData } from "react-router";
import { api } from "storefront/api/client.ts";
import { isApiError } from "storefront/api/errors.ts";
import { Button } from "storefront/kit/button.tsx";
import { toast } from "storefront/kit/toast.tsx";
import { listCategories } from "#app/api/calls.ts";
import { ordered, siblings } from "#app/api/category-tree.ts";
import type { Category } from "#app/api/types.ts";
import { categoryStrings as text } from "#app/et/books.ts";
import { failureOf } from "#app/et/failure.ts";
import { strings } from "#app/et/strings.ts";
import { useNextFocus } from "#app/kit/move-button.tsx";
import { movedBy } from "#app/kit/places.ts";
import { ScreenHead } from "#app/kit/screen-head.tsx";
import { useQueue } from "#app/kit/use-queue.ts";
import { withLogin } from "#app/session/with-login.ts";
import type { EditedCategory } from "./category-copy.ts";
import { CategoryDialog } from "./category-dialog.tsx";
import { CategoryTree } from "./category-tree.tsx";
import { type Refusal, RemoveDialog } from "./remove-dialog.tsx";

export function CategoriesScreen() {
  const [categories, setCategories] = useState(useLoaderData<Category[]>());
  const [editing, setEditing] = useState<EditedCategory | null>(null);
  const [removing, setRemoving] = useState<Category | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const box = useRef<HTMLDivElement>(null);
  const focusNext = useNextFocus(box);
  const queue = useQueue();

  const fail = (error: unknown, failed: string) =>
    toast(failureOf(error, failed), { kind: "danger" });

  const onSaved = async (saved: Category, isNew: boolean) => {
    const edited = editing;
    // The saved category is shown also when the list cannot be loaded.
    const list = await withLogin(() => listCategories()).catch(() => null);
    setCategories((now) => list ?? [...now.filter(({ id }) => id !== saved.id), saved]);
    toast(isNew ? text.created : text.saved, { kind: "success" });
    // The editor may have opened another category meanwhile. Its dialog stays open.
    setEditing((now) => {
      if (now !== edited) return now;
      focusNext(`change-${saved.id}`);
      return null;
    });
  };

  const move = (category: Category, by: -1 | 1) => {
    const { parentId } = category;
    const own = siblings(categories, parentId);
    const order = movedBy(own, category, by);
    if (order === own) return;
    const ids = order.map(({ id }) => id);
    setCategories(ordered(categories, parentId, ids));
    setAnnouncement(strings.common.moved(category.name, order.indexOf(category) + 1, order.length));
    focusNext(`${by < 0 ? "up" : "down"}-${category.id}`);
    queue(async () => {
      try {
        await withLogin(() => api("PUT /desk/categories/order", { body: { parentId, ids } }));
      } catch (error) {
        fail(error, text.orderFailed);
        // Shows the server's order again, if it can be loaded.
        await listCategories().then(setCategories, () => {});
      }
    });
  };

  const remove = async (category: Category): Promise<Refusal | null> => {
    const own = siblings(categories, category.parentId);
    const at = own.indexOf(category);
    const neighbour = own[at + 1] ?? own[at - 1];
    try {
      await withLogin(() => api("DELETE /desk/categories/{id}", { path: { id: category.id } }));
      setCategories((now) => now.filter(({ id }) => id !== category.id));
      setRemoving(null);
      toast(text.removed, { kind: "success" });
      focusNext(neighbour ? `remove-${neighbour.id}` : "add");
    } catch (error) {
      if (isApiError(error, 409)) return { usedBy: error.problem.usedBy ?? [] };
      fail(error, text.removeFailed);
      setRemoving(null);
    }
    return null;
  };

  return (
    <div className="desk-categories column column--narrow" ref={box}>
      <ScreenHead
        title={text.title}
        lead={text.lead}
        action={
          <Button
            look="primary"
            icon="plus"
            data-name="add"
            onClick={() => setEditing({ id: null, parentId: null })}
          >
            {text.add}
          </Button>
        }
      />
      {categories.length === 0 && <p className="desk-note desk-gap-3">{text.none}</p>}
      <CategoryTree
        categories={categories}
        onMove={move}
        onChange={setEditing}
        onAdd={(category) => setEditing({ id: null, parentId: category.id })}
        onRemove={setRemoving}
      />
      <p className="visually-hidden" aria-live="polite">
        {announcement}
      </p>
      {editing && (
        <CategoryDialog
          key={editing.id}
          category={editing}
          categories={categories}
          onSaved={onSaved}
          onClose={() => setEditing(null)}
        />
      )}
      {removing && (
        <RemoveDialog
          category={removing}
          categories={categories}
          remove={() => remove(removing)}
          onClose={() => setRemoving(null)}
        />
      )}
    </div>
  );
}
