// The buttons above the text: one Tab stop, arrow keys inside (the ARIA toolbar pattern).
import { type Editor, useEditorState } from "@tiptap/react";
import { type KeyboardEvent, useRef, useState } from "react";
import { editorText as text } from "#app/et/editor.ts";
import { DeskIcon } from "#app/kit/desk-icon.tsx";
import { type DialogName, type Has, stateOf, type Tool, toolsOf } from "./tools.ts";

type ToolbarProps = {
  editor: Editor;
  controls: string;
  tools: Has;
  onDialog: (name: DialogName) => void;
};

export function Toolbar({ editor, controls, tools: has, onDialog }: ToolbarProps) {
  const [wanted, setCurrent] = useState(0);
  const bar = useRef<HTMLDivElement>(null);
  const state = useEditorState({ editor, selector: ({ editor: now }) => stateOf(now) });
  const tools = toolsOf(editor, state, has, onDialog);
  const count = tools.flat().length;
  // The table tools disappear when the cursor leaves the table.
  const current = Math.min(wanted, count - 1);
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
      className="desk-toolbar"
      role="toolbar"
      aria-label={text.toolbar}
      aria-controls={controls}
      onKeyDown={move}
    >
      {tools.map((group) => (
        <div key={group[0]?.label} className="desk-toolbar__group">
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
  return (
    <button
      type="button"
      className="desk-toolbar__button"
      tabIndex={reachable ? 0 : -1}
      aria-label={label}
      title={label}
      aria-pressed={on}
      // Not `disabled`: the button stays reachable by arrow keys.
      aria-disabled={!enabled || undefined}
      aria-keyshortcuts={keys}
      onFocus={onFocus}
      onClick={() => enabled && use()}
      // The text keeps its selection.
      onMouseDown={(event) => event.preventDefault()}
    >
      {icon ? <DeskIcon name={icon} /> : <span aria-hidden="true">{letters}</span>}
    </button>
  );
}
