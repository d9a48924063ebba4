// Sets the target of a link or a call to action. Without a selection it also asks for the link's text.
import type { Editor } from "@tiptap/react";
import { useId, useState } from "react";
import { Button } from "storefront/kit/button.tsx";
import { Field } from "storefront/kit/form/field.tsx";
import type { DeskRef } from "#app/api/types.ts";
import { editorText as text } from "#app/et/editor.ts";
import { strings } from "#app/et/strings.ts";
import { Choice } from "#app/kit/choice.tsx";
import { FormDialog } from "#app/kit/form-dialog.tsx";
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

type Props = {
  editor: Editor;
  /** Without them a link can only have a plain address. */
  refs: Refs | undefined;
  as: "link" | "call";
  onClose: () => void;
};

export function LinkDialog({ editor, refs, as, onClose }: Props) {
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

  /** The chosen target, if it is of the shown kind. */
  const target = chosen?.ref.startsWith(`${where}/`) ? chosen : null;
  const save = () => {
    const href = target ? hrefOf(target.ref) : where === "address" ? addressOf(address) : null;
    // The title of the target is the default text.
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
    <FormDialog
      id={form}
      title={words.title}
      submit={before === undefined ? words.save : words.change}
      action={
        before !== undefined && (
          <Button look="danger" onClick={remove}>
            {words.remove}
          </Button>
        )
      }
      focusId={`${form}-${needsText ? "words" : "where"}`}
      onSubmit={save}
      onClose={onClose}
    >
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
        <Choice
          name={`${form}-kind`}
          legend={text.linkWhere}
          value={where}
          options={WHERE.map((each) => ({ value: each, label: text.targets[each] }))}
          onChange={(next) => {
            setWhere(next);
            setErrors({});
          }}
        />
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
    </FormDialog>
  );
}

/** Inserts `words` as the link. If it is null, the selection becomes the link. */
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
