// The form of a document: its text and its other fields.

import { lazy, Suspense } from "react";
import { ErrorSummary } from "storefront/kit/form/error-summary.tsx";
import { Checkbox, Field } from "storefront/kit/form/field.tsx";
import { Select } from "storefront/kit/form/select.tsx";
import type { Category, Document, DocumentSummary } from "#app/api/types.ts";
import type { Refs } from "#app/editor/refs.ts";
import { TextEditor } from "#app/editor/text-editor.tsx";
import { documentText as text } from "#app/et/document.ts";
import { strings } from "#app/et/strings.ts";
import { TextArea } from "#app/kit/text-area.tsx";
import { useSession } from "#app/session/session.ts";
import { errorsOf, summaryOf } from "#app/working-copy/fields.ts";
import { type DocumentCopy, type DocumentState, fieldId } from "./document-copy.ts";
import { documentFields } from "./document-fields.ts";
import { ShareImage } from "./share-image.tsx";

/** Only for rows of books. */
const SliderFields = lazy(() => import("./slider-fields.tsx"));

export function DocumentForm({
  document,
  copy,
  state,
  pages,
  categories,
  refs,
}: {
  /** The document as it was opened. */
  document: Document;
  copy: DocumentCopy;
  state: DocumentState;
  pages: DocumentSummary[];
  categories: Category[];
  refs: Refs;
}) {
  const session = useSession();
  const { kind } = document;
  const { values } = state;
  const errors = errorsOf(documentFields, state.invalid);
  return (
    <div className="desk-form">
      <ErrorSummary
        title={strings.common.errorSummary}
        errors={state.quiet ? [] : summaryOf(documentFields, "document", errors)}
        attempt={state.attempt}
      />
      <Field
        id={fieldId("title")}
        label={kind === "slider" ? text.label : text.title}
        value={values.title}
        maxLength={200}
        error={errors.title}
        onChange={(event) => copy.edit({ title: event.target.value })}
      />
      {kind === "slider" ? (
        <Suspense>
          <SliderFields
            values={values}
            categories={categories}
            errors={errors}
            onChange={(change) => copy.edit(change)}
          />
        </Suspense>
      ) : (
        <TextEditor
          id={fieldId("content")}
          label={text.text}
          html={document.body.content ?? ""}
          error={errors.content}
          refs={refs}
          hasSource={session?.role === "admin"}
          attach={copy.attach}
          onChange={copy.textChanged}
        />
      )}
      {kind === "page" && (
        <>
          <TextArea
            id={fieldId("summary")}
            label={text.summary}
            hint={text.summaryHint}
            rows={3}
            maxLength={500}
            value={values.summary}
            error={errors.summary}
            onChange={(event) => copy.edit({ summary: event.target.value })}
          />
          <ShareImage
            id={fieldId("shareImage")}
            image={values.shareImage}
            refs={refs}
            error={errors.shareImage}
            onChange={(shareImage) => copy.edit({ shareImage })}
          />
          <Checkbox
            label={text.showInFooter}
            checked={values.showInFooter}
            onChange={(event) => copy.edit({ showInFooter: event.target.checked })}
          />
        </>
      )}
      {kind === "announcement" && (
        <div className="desk-form desk-form--start">
          <Select
            id={fieldId("linkedPage")}
            label={text.linkedPage}
            value={values.linkedPage}
            options={pageOptions(pages, values.linkedPage)}
            error={errors.linkedPage}
            onChange={(event) => copy.edit({ linkedPage: event.target.value })}
          />
          {values.linkedPage && (
            <Field
              id={fieldId("linkText")}
              label={text.linkText}
              value={values.linkText}
              maxLength={100}
              error={errors.linkText}
              onChange={(event) => copy.edit({ linkText: event.target.value })}
            />
          )}
        </div>
      )}
    </div>
  );
}

/** A deleted page stays in the list while it is chosen, so that the value does not change by itself. */
function pageOptions(pages: DocumentSummary[], chosen: string) {
  const options = pages.map((page) => ({ value: page.identifier, label: page.title }));
  const isKnown = !chosen || options.some((option) => option.value === chosen);
  return [
    { value: "", label: text.noPage },
    ...options,
    ...(isKnown ? [] : [{ value: chosen, label: `/${chosen}` }]),
  ];
}
