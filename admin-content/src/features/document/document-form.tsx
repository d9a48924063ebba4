// The text of a document and the fields beside it.
import { lazy, Suspense } from "react";
import { ErrorSummary } from "storefront/kit/form/error-summary.tsx";
import { Checkbox, Field } from "storefront/kit/form/field.tsx";
import { Select } from "storefront/kit/form/select.tsx";
import type { Category } from "#app/api/books.ts";
import type { Document, Item } from "#app/api/types.ts";
import type { Refs } from "#app/editor/refs.ts";
import { TextEditor } from "#app/editor/text-editor.tsx";
import { documentText as text } from "#app/et/document.ts";
import { strings } from "#app/et/strings.ts";
import { useSession } from "#app/features/session/session.ts";
import type { Draft } from "./draft.ts";
import type { DraftState } from "./draft-state.ts";
import { FIELD_IDS, messagesOf, summaryOf } from "./faults.ts";
import { ShareImage } from "./share-image.tsx";
import { TextArea } from "./text-area.tsx";

const LINKED_PAGE_ERROR_ID = `${FIELD_IDS.linkedPage}-error`;

/** Of rows alone: texts come without it. */
const SliderFields = lazy(() => import("#app/features/slider/slider-fields.tsx"));

export function DocumentForm({
  document,
  draft,
  state,
  pages,
  categories,
  refs,
}: {
  /** As it was opened. */
  document: Document;
  draft: Draft;
  state: DraftState;
  pages: Item[];
  categories: Category[];
  refs: Refs;
}) {
  const session = useSession();
  const { kind } = document;
  const { fields } = state;
  const messages = messagesOf(state.faults);
  return (
    <div className="document__form">
      <ErrorSummary
        title={strings.common.errorSummary}
        errors={state.quiet ? [] : summaryOf(messages)}
        attempt={state.attempt}
      />
      <Field
        id={FIELD_IDS.title}
        label={kind === "slider" ? text.label : text.title}
        value={fields.title}
        maxLength={200}
        error={messages.title}
        onChange={(event) => draft.edit({ title: event.target.value })}
      />
      {kind === "slider" ? (
        <Suspense>
          <SliderFields
            ids={FIELD_IDS}
            rule={fields.rule}
            books={fields.books}
            categories={categories}
            errors={messages}
            onChange={(change) => draft.edit(change)}
          />
        </Suspense>
      ) : (
        <TextEditor
          id={FIELD_IDS.content}
          label={text.text}
          html={document.body.content ?? ""}
          error={messages.content}
          refs={refs}
          hasSource={session?.role === "admin"}
          attach={draft.attach}
          onChange={draft.textChanged}
        />
      )}
      {kind === "page" && (
        <>
          <TextArea
            id={FIELD_IDS.summary}
            label={text.summary}
            hint={text.summaryHint}
            rows={3}
            maxLength={500}
            value={fields.summary}
            error={messages.summary}
            onChange={(event) => draft.edit({ summary: event.target.value })}
          />
          <ShareImage
            id={FIELD_IDS.shareImage}
            image={fields.shareImage}
            refs={refs}
            error={messages.shareImage}
            onChange={(shareImage) => draft.edit({ shareImage })}
          />
          <Checkbox
            label={text.showInFooter}
            checked={fields.showInFooter}
            onChange={(event) => draft.edit({ showInFooter: event.target.checked })}
          />
        </>
      )}
      {kind === "announcement" && (
        <div className="document__link">
          <Select
            id={FIELD_IDS.linkedPage}
            label={text.linkedPage}
            value={fields.linkedPage}
            options={pageOptions(pages, fields.linkedPage)}
            aria-invalid={messages.linkedPage ? true : undefined}
            aria-describedby={messages.linkedPage ? LINKED_PAGE_ERROR_ID : undefined}
            onChange={(event) => draft.edit({ linkedPage: event.target.value })}
          />
          {messages.linkedPage && (
            <p className="field__error" id={LINKED_PAGE_ERROR_ID}>
              {messages.linkedPage}
            </p>
          )}
          {fields.linkedPage && (
            <Field
              id={FIELD_IDS.linkText}
              label={text.linkText}
              value={fields.linkText}
              maxLength={100}
              error={messages.linkText}
              onChange={(event) => draft.edit({ linkText: event.target.value })}
            />
          )}
        </div>
      )}
    </div>
  );
}

/** A page that is gone stays in the list while it is chosen, so that nothing changes unasked. */
function pageOptions(pages: Item[], chosen: string) {
  const options = pages.map((page) => ({ value: page.identifier, label: page.title }));
  const isKnown = !chosen || options.some((option) => option.value === chosen);
  return [
    { value: "", label: text.noPage },
    ...options,
    ...(isKnown ? [] : [{ value: chosen, label: `/${chosen}` }]),
  ];
}
