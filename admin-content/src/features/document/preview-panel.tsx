// Shows the document next to the form as the store would show it, including unsaved text.
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { AnchorButton, Button, IconButton } from "storefront/kit/button.tsx";
import { toast } from "storefront/kit/toast.tsx";
import { drawPreview } from "#app/api/live-preview.ts";
import type { DeskPreview } from "#app/api/types.ts";
import { previewText as text } from "#app/et/document.ts";
import { moment } from "#app/et/time.ts";
import { Choice } from "#app/kit/choice.tsx";
import { getSession, useSession } from "#app/session/session.ts";
import { PREVIEW_BUTTON_ID } from "./actions.tsx";
import type { DocumentCopy } from "./document-copy.ts";
import { LivePreview } from "./live-preview.ts";
import { FrameOnScreen, placeOf } from "./preview-frame.ts";
import { rememberClosed } from "./use-preview.ts";

const WIDTHS = { phone: 390, desktop: 1280 };
type Width = keyof typeof WIDTHS;

type PreviewPanelProps = {
  preview: DeskPreview;
  copy: DocumentCopy;
  /** How many times the editor has opened the panel. 0: it opened by itself and takes no focus. */
  requests: number;
  onExpired: () => void;
  onClose: () => void;
};

export function PreviewPanel({ preview, copy, requests, onExpired, onClose }: PreviewPanelProps) {
  const [width, setWidth] = useState<Width>("phone");
  const title = useRef<HTMLHeadingElement>(null);
  const { frame, onLoad, toPlace } = useLive(preview.url, copy, onExpired);
  useEffect(() => {
    if (requests === 0) return;
    title.current?.focus({ preventScroll: true });
    title.current?.closest("section")?.scrollIntoView({ block: "start" });
  }, [requests]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each width has its own places
  useEffect(() => toPlace(), [width, toPlace]);
  const close = () => {
    rememberClosed(copy.getSnapshot().remote.kind, true);
    onClose();
    document.getElementById(PREVIEW_BUTTON_ID)?.focus();
  };
  const openSaved = async () => {
    // Browsers allow a new tab only in the click itself. It gets its address after the save.
    const tab = window.open("about:blank", "_blank");
    await copy.autosaveNow();
    if (!tab) return;
    tab.opener = null;
    tab.location.replace(preview.url);
  };
  const copyLink = async () => {
    try {
      await navigator.clipboard.writeText(new URL(preview.url, location.origin).href);
      // The link shows only saved text.
      await copy.autosaveNow();
      toast(text.copied, { kind: "success" });
    } catch {
      toast(text.copyFailed, { kind: "danger" });
    }
  };
  return (
    <section className="desk-preview" aria-labelledby="preview-title">
      <div className="desk-top">
        <h2 className="desk-title-3" id="preview-title" ref={title} tabIndex={-1}>
          {text.title}
        </h2>
        <IconButton icon="close" label={text.close} onClick={close} />
      </div>
      <div className="desk-buttons">
        <Choice
          name="preview-width"
          legend={text.width}
          isLegendHidden
          value={width}
          options={(Object.keys(WIDTHS) as Width[]).map((value) => ({ value, label: text[value] }))}
          onChange={setWidth}
        />
        <AnchorButton
          href={preview.url}
          target="_blank"
          rel="noopener"
          size="small"
          icon="external"
          onClick={(event) => {
            if (!copy.getSnapshot().dirty) return;
            event.preventDefault();
            openSaved();
          }}
        >
          {text.newTab}
        </AnchorButton>
        <Button size="small" icon="link" onClick={copyLink}>
          {text.copy}
        </Button>
      </div>
      <p className="field__hint">{text.until(moment(preview.expiresAt))}</p>
      <Scaled width={WIDTHS[width]}>
        {(style) => (
          <iframe
            key={preview.url}
            ref={frame}
            className="desk-preview__frame"
            src={preview.url}
            onLoad={onLoad}
            title={text.frame}
            style={style}
          />
        )}
      </Scaled>
    </section>
  );
}

function useLive(url: string, copy: DocumentCopy, onExpired: () => void) {
  const frame = useRef<HTMLIFrameElement>(null);
  const live = useRef<{ preview: LivePreview; page: FrameOnScreen }>(null);
  const expired = useEffectEvent(onExpired);
  const token = useSession()?.token;
  // A layout effect runs before the frame can have loaded.
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const page = new FrameOnScreen(element, url, placeOf(copy.getSnapshot().remote));
    const preview = new LivePreview(
      () => JSON.stringify({ body: copy.body() }),
      (body, signal) => drawPreview(url, body, getSession()?.token ?? "", signal),
      page,
      () => expired(),
    );
    live.current = { preview, page };
    let { revision } = copy.getSnapshot().remote;
    const stops = [
      copy.onEdit(preview.touch),
      // The frame may have loaded another editor's text.
      copy.subscribe(() => {
        const newest = copy.getSnapshot().remote.revision;
        if (newest !== revision) preview.touch();
        revision = newest;
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      preview.stop();
      live.current = null;
    };
  }, [url, copy]);
  const known = useRef(token);
  useEffect(() => {
    // Logged in again.
    if (token && token !== known.current) live.current?.preview.touch();
    known.current = token;
  }, [token]);
  const onLoad = useCallback(() => {
    live.current?.page.loaded();
    live.current?.preview.loaded(copy.getSnapshot().dirty);
  }, [copy]);
  const toPlace = useCallback(() => live.current?.page.scrollToPlace(), []);
  return { frame, onLoad, toPlace };
}

type ScaledProps = { width: number; children: (style: React.CSSProperties) => React.ReactNode };

function Scaled({ width, children }: ScaledProps) {
  const box = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(width);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setRoom(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const scale = Math.min(1, room / width);
  const marginInline = scale === 1 ? "auto" : 0;
  return (
    <div className="desk-preview__box" ref={box}>
      {children({ width, height: `${100 / scale}%`, scale: String(scale), marginInline })}
    </div>
  );
}
