// The row of buttons over the text: one stop of the Tab key, arrows inside (the ARIA toolbar pattern).
import { type Editor, useEditorState } from "@tiptap/react";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { strings } from "#app/et/strings.ts";
import { DeskIcon, type DeskIconName } from "./desk-icon.tsx";

const text = strings.editor;

type Tool = {
  label: string;
  icon?: DeskIconName;
  letters?: string;
  /** For tools that are on or off where the cursor is. */
  on?: boolean;
  enabled?: boolean;
  /** As in aria-keyshortcuts. */
  keys?: string;
  use: () => void;
};

export function Toolbar({
  editor,
  controls,
  onLink,
}: {
  editor: Editor;
  /** Id of the text. */
  controls: string;
  onLink: () => void;
}) {
  const [current, setCurrent] = useState(0);
  const bar = useRef<HTMLDivElement>(null);
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      h2: now.isActive("heading", { level: 2 }),
      h3: now.isActive("heading", { level: 3 }),
      bold: now.isActive("bold"),
      italic: now.isActive("italic"),
      bulletList: now.isActive("bulletList"),
      orderedList: now.isActive("orderedList"),
      quote: now.isActive("blockquote"),
      link: now.isActive("link"),
      canUndo: now.can().undo(),
      canRedo: now.can().redo(),
    }),
  });
  const run = () => editor.chain().focus();
  const tools: Tool[][] = [
    [
      {
        label: text.heading,
        letters: "H2",
        on: state.h2,
        keys: "Control+Alt+2",
        use: () => run().toggleHeading({ level: 2 }).run(),
      },
      {
        label: text.subheading,
        letters: "H3",
        on: state.h3,
        keys: "Control+Alt+3",
        use: () => run().toggleHeading({ level: 3 }).run(),
      },
    ],
    [
      {
        label: text.bold,
        icon: "bold",
        on: state.bold,
        keys: "Control+B",
        use: () => run().toggleBold().run(),
      },
      {
        label: text.italic,
        icon: "italic",
        on: state.italic,
        keys: "Control+I",
        use: () => run().toggleItalic().run(),
      },
      { label: text.link, icon: "link", on: state.link, keys: "Control+K", use: onLink },
    ],
    [
      {
        label: text.bulletList,
        icon: "bullet-list",
        on: state.bulletList,
        keys: "Control+Shift+8",
        use: () => run().toggleBulletList().run(),
      },
      {
        label: text.orderedList,
        icon: "ordered-list",
        on: state.orderedList,
        keys: "Control+Shift+7",
        use: () => run().toggleOrderedList().run(),
      },
      {
        label: text.quote,
        icon: "quote",
        on: state.quote,
        keys: "Control+Shift+B",
        use: () => run().toggleBlockquote().run(),
      },
    ],
    [
      {
        label: text.undo,
        icon: "undo",
        enabled: state.canUndo,
        keys: "Control+Z",
        use: () => run().undo().run(),
      },
      {
        label: text.redo,
        icon: "redo",
        enabled: state.canRedo,
        keys: "Control+Shift+Z",
        use: () => run().redo().run(),
      },
    ],
  ];
  const count = tools.flat().length;
  const move = (event: KeyboardEvent) => {
    const to = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: count - 1 }[
      event.key
    ];
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + count) % count;
    setCurrent(next);
    bar.current?.querySelectorAll("button")[next]?.focus();
  };
  let index = -1;
  return (
    <div
      ref={bar}
      className="toolbar"
      role="toolbar"
      aria-label={text.toolbar}
      aria-controls={controls}
      onKeyDown={move}
    >
      {tools.map((group) => (
        <div key={group[0]?.label} className="toolbar__group">
          {group.map((tool) => {
            index += 1;
            const own = index;
            return (
              <ToolButton
                key={tool.label}
                tool={tool}
                reachable={own === current}
                onFocus={() => setCurrent(own)}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

function ToolButton({
  tool: { label, icon, letters, on, enabled = true, keys, use },
  reachable,
  onFocus,
}: {
  tool: Tool;
  reachable: boolean;
  onFocus: () => void;
}) {
  const picture: ReactNode = icon ? (
    <DeskIcon name={icon} />
  ) : (
    <span aria-hidden="true">{letters}</span>
  );
  return (
    <button
      type="button"
      className="toolbar__button"
      tabIndex={reachable ? 0 : -1}
      aria-label={label}
      title={label}
      aria-pressed={on}
      // Not `disabled`: it stays reachable, and the cursor's place in the row with it.
      aria-disabled={!enabled || undefined}
      aria-keyshortcuts={keys}
      onFocus={onFocus}
      onClick={() => enabled && use()}
      // The text keeps its selection.
      onMouseDown={(event) => event.preventDefault()}
    >
      {picture}
    </button>
  );
}
