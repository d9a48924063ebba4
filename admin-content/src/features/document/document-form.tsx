import { lazy, Suspense } from "react";
import { Checkbox, Field } from "storefront/kit/form/field.tsx";
import { Select } from "storefront/kit/form/select.tsx";
import type { Category, Document, DocumentSummary } from "#app/api/types.ts";
import type { Refs } from "#app/editor/refs.ts";
import { TextEditor } from "#app/editor/text-editor.tsx";
import { documentText as text } from "#app/et/document.ts";
import { TextArea } from "#app/kit/text-area.tsx";
import { useSession } from "#app/session/session.ts";
import { formPropsOf } from "#app/working-copy/form-props.tsx";
import type { DocumentCopy, DocumentState } from "./document-copy.ts";
import { ShareImage } from "./share-image.tsx";

const SliderFields = lazy(() => import("./slider-fields.tsx"));

type Props = {
  document: Document;
  copy: DocumentCopy;
  state: DocumentState;
  pages: DocumentSummary[];
  categories: Category[];
  refs: Refs;
};

export function DocumentForm({ document, copy, state, pages, categories, refs }: Props) {
  const session = useSession();
  const { kind } = document;
  const { values } = state;
  const { summary, errors, control, text: textOf, checkbox } = formPropsOf(copy, state);
  return (
    <div className="desk-form">
      {!state.quiet && summary}
      <Field
        {...textOf("title")}
        label={kind === "slider" ? text.label : text.title}
        maxLength={200}
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
          {...control("content")}
          html={document.body.content ?? ""}
          refs={refs}
          hasSource={session?.role === "admin"}
          attach={copy.attach}
          onChange={copy.textChanged}
        />
      )}
      {kind === "page" && (
        <>
          <TextArea {...textOf("summary")} hint={text.summaryHint} rows={3} maxLength={500} />
          <ShareImage
            {...control("shareImage")}
            image={values.shareImage}
            refs={refs}
            onChange={(shareImage) => copy.edit({ shareImage })}
          />
          <Checkbox {...checkbox("showInFooter")} />
        </>
      )}
      {kind === "announcement" && (
        <div className="desk-form desk-form--start">
          <Select {...textOf("linkedPage")} options={pageOptions(pages, values.linkedPage)} />
          {values.linkedPage && <Field {...textOf("linkText")} maxLength={100} />}
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
