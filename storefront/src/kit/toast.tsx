// Short notices: toast("…") from anywhere, shown by the one <Toaster> in the layout.
import { useSyncExternalStore } from "react";
import { IconButton } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { createListeners } from "./listeners.ts";

export type ToastKind = "info" | "success" | "danger";
type Notice = { id: number; text: string; kind: ToastKind };

const DEFAULT_MS = 6000;
let notices: Notice[] = [];
let nextId = 1;
const { subscribe, notify } = createListeners();

function change(next: Notice[]) {
  notices = next;
  notify();
}

/** Shows `text` for `ms` (6 s; 0 until it is closed). The same text again replaces the first. */
export function toast(text: string, options: { kind?: ToastKind; ms?: number } = {}): void {
  const { kind = "info", ms = DEFAULT_MS } = options;
  const id = nextId++;
  change([...notices.filter((notice) => notice.text !== text), { id, text, kind }]);
  if (ms > 0) setTimeout(() => dismiss(id), ms);
}

function dismiss(id: number) {
  change(notices.filter((notice) => notice.id !== id));
}

/** For tests. */
export function clearToasts(): void {
  change([]);
}

const ICONS = { info: "info", success: "check", danger: "alert" } as const;

/** The polite live region exists from the start, so that screen readers announce what is added. */
export function Toaster({ closeLabel, label }: { closeLabel: string; label: string }) {
  const shown = useSyncExternalStore(subscribe, () => notices);
  return (
    <section className="toaster" aria-label={label} aria-live="polite" aria-relevant="additions">
      {shown.map((notice) => (
        <div key={notice.id} className={`toast toast--${notice.kind}`}>
          <Icon name={ICONS[notice.kind]} className="toast__icon" />
          <p className="toast__text">{notice.text}</p>
          <IconButton icon="close" label={closeLabel} onClick={() => dismiss(notice.id)} />
        </div>
      ))}
    </section>
  );
}
