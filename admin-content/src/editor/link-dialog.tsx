// Where a link or a call to action leads. Over a selection it becomes the link; without one the link's
// text is asked too.
import type { Editor } from "@tiptap/react";
import { type FormEvent, useEffect, useId, useState } from "react";
import { Button } from "storefront/kit/button.tsx";
import { Dialog } from "storefront/kit/dialog.tsx";
import { Field } from "storefront/kit/form/field.tsx";
import type { DeskRef } from "#app/api/types.ts";
import { editorText as text } from "#app/et/editor.ts";
import { strings } from "#app/et/strings.ts";
import { addressOf, hrefOf, type TargetKind, targetOf } from "./address.ts";
import { insertBlock } from "./insert.ts";
import type { Refs } from "./refs.ts";
import { TargetPicker } from "./target-picker.tsx";

type Where = TargetKind | "address";
const WHERE: Where[] = ["page", "book", "category", "address"];

const WORDS = {
  link: {
    title: text.linkTitle,
    words: text.linkText,
    save: text.linkSave,
    change: text.linkChange,
    remove: text.linkRemove,
  },
  call: {
    title: text.callTitle,
    words: text.callText,
    save: text.callSave,
    change: text.callChange,
    remove: text.callRemove,
  },
};

export function LinkDialog({
  editor,
  refs,
  as,
  onClose,
}: {
  editor: Editor;
  /** Without them a link leads out of the store, or to a plain address in it. */
  refs: Refs | undefined;
  as: "link" | "call";
  onClose: () => void;
}) {
  const form = useId();
  const words = WORDS[as];
  const node = as === "link" ? "link" : "callToAction";
  const [before] = useState(() =>
    editor.isActive(node) ? (editor.getAttributes(node).href as string) : undefined,
  );
  const old = targetOf(before ?? "");
  const needsText = before === undefined && (as === "call" || editor.state.selection.empty);
  const [where, setWhere] = useState<Where>(old?.kind ?? (before || !refs ? "address" : "page"));
  const [chosen, setChosen] = useState<DeskRef | null>(() => (old && refs?.find(old.ref)) ?? null);
  const [address, setAddress] = useState(old ? "" : (before ?? ""));
  const [typed, setTyped] = useState("");
  const [errors, setErrors] = useState<{ where?: string; words?: string }>({});

  // The dialog itself would begin at its close button.
  useEffect(() => {
    document.getElementById(`${form}-${needsText ? "words" : "where"}`)?.focus();
  }, [form, needsText]);

  /** What is chosen of the kind that is looked at. */
  const target = chosen?.ref.startsWith(`${where}/`) ? chosen : null;
  const save = (event: FormEvent) => {
    event.preventDefault();
    const href = target ? hrefOf(target.ref) : where === "address" ? addressOf(address) : null;
    // The title of what it leads to is as good a text as any.
    const label = typed.trim() || (target?.title ?? "");
    const missing = needsText && !label;
    if (!href || missing) {
      const wrong = address.trim() ? text.linkInvalid : strings.common.required;
      setErrors({
        ...(!href && { where: where === "address" ? wrong : text.choose }),
        ...(missing && { words: strings.common.required }),
      });
      document.getElementById(`${form}-${missing ? "words" : "where"}`)?.focus();
      return;
    }
    if (target) refs?.add([target]);
    if (as === "call") saveCall(editor, href, needsText ? label : null);
    else saveLink(editor, href, needsText ? label : null);
    onClose();
  };
  const remove = () => {
    if (as === "call") editor.chain().setNode("paragraph").run();
    else editor.chain().extendMarkRange("link").unsetMark("link").run();
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title}
      closeLabel={strings.common.close}
      actions={
        <>
          <Button type="submit" form={form} look="primary">
            {before === undefined ? words.save : words.change}
          </Button>
          {before !== undefined && (
            <Button look="danger" onClick={remove}>
              {words.remove}
            </Button>
          )}
          <Button onClick={onClose}>{strings.common.cancel}</Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={save}>
        {needsText && (
          <Field
            id={`${form}-words`}
            label={words.words}
            value={typed}
            error={errors.words}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
        {refs && (
          <fieldset className="choice">
            <legend className="field__label">{text.linkWhere}</legend>
            <div className="choice__options">
              {WHERE.map((each) => (
                <label key={each} className="choice__option">
                  <input
                    type="radio"
                    name={`${form}-kind`}
                    checked={where === each}
                    onChange={() => {
                      setWhere(each);
                      setErrors({});
                    }}
                  />
                  {text.targets[each]}
                </label>
              ))}
            </div>
          </fieldset>
        )}
        {where === "address" ? (
          <Field
            id={`${form}-where`}
            label={text.linkAddress}
            hint={text.linkHint}
            value={address}
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            error={errors.where}
            onChange={(event) => setAddress(event.target.value)}
          />
        ) : (
          <TargetPicker
            key={where}
            id={`${form}-where`}
            kind={where}
            chosen={target}
            error={errors.where}
            onChoose={(target) => {
              setChosen(target);
              setErrors({});
            }}
          />
        )}
      </form>
    </Dialog>
  );
}

/** Words without an address of their own become the link; null: what is selected becomes it. */
function saveLink(editor: Editor, href: string, words: string | null): void {
  const chain = editor.chain();
  if (words === null) chain.extendMarkRange("link").setMark("link", { href, rel: null }).run();
  else {
    const marks = [{ type: "link", attrs: { href } }];
    chain.insertContent({ type: "text", text: words, marks }).unsetMark("link").run();
  }
}

function saveCall(editor: Editor, href: string, words: string | null): void {
  if (words === null) editor.commands.updateAttributes("callToAction", { href });
  else {
    const content = [{ type: "text", text: words }];
    insertBlock(
      editor,
      editor.schema.nodeFromJSON({ type: "callToAction", attrs: { href }, content }),
    );
  }
}
