// The draft as the store would show it, beside the text. It is drawn anew with each save.
import { useEffect, useRef, useState } from "react";
import { AnchorButton, Button, IconButton } from "storefront/kit/button.tsx";
import { toast } from "storefront/kit/toast.tsx";
import type { DeskPreview } from "#app/api/types.ts";
import { previewText as text } from "#app/et/document.ts";
import { moment } from "#app/et/time.ts";

const WIDTHS = { phone: 390, desktop: 1280 };
type Width = keyof typeof WIDTHS;

export function PreviewPanel({
  preview,
  revision,
  onClose,
}: {
  preview: DeskPreview;
  /** The newest that is saved. */
  revision: number;
  onClose: () => void;
}) {
  const [width, setWidth] = useState<Width>("phone");
  const title = useRef<HTMLHeadingElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => title.current?.focus(), []);
  const first = useRef(revision);
  useEffect(() => {
    if (revision === first.current) return;
    first.current = revision;
    // Reloaded where it is: it keeps the place that one has scrolled to.
    frame.current?.contentWindow?.location.reload();
  }, [revision]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(new URL(preview.url, location.origin).href);
      toast(text.copied, { kind: "success" });
    } catch {
      toast(text.copyFailed, { kind: "danger" });
    }
  };
  return (
    <section className="preview" aria-labelledby="preview-title">
      <div className="preview__top">
        <h2 className="preview__title" id="preview-title" ref={title} tabIndex={-1}>
          {text.title}
        </h2>
        <IconButton icon="close" label={text.close} onClick={onClose} />
      </div>
      <div className="acts__more">
        <fieldset className="choice">
          <legend className="visually-hidden">{text.width}</legend>
          <div className="choice__options">
            {(Object.keys(WIDTHS) as Width[]).map((each) => (
              <label key={each} className="choice__option">
                <input
                  type="radio"
                  name="preview-width"
                  checked={width === each}
                  onChange={() => setWidth(each)}
                />
                {text[each]}
              </label>
            ))}
          </div>
        </fieldset>
        <AnchorButton
          href={preview.url}
          target="_blank"
          rel="noopener"
          size="small"
          icon="external"
        >
          {text.newTab}
        </AnchorButton>
        <Button size="small" icon="link" onClick={copy}>
          {text.copy}
        </Button>
      </div>
      <p className="field__hint">{text.until(moment(preview.expiresAt))}</p>
      <Scaled width={WIDTHS[width]}>
        {(style) => (
          <iframe
            ref={frame}
            className="preview__frame"
            src={preview.url}
            title={text.frame}
            style={style}
          />
        )}
      </Scaled>
    </section>
  );
}

/** Room for something of a width of its own, made smaller where there is less. */
function Scaled({
  width,
  children,
}: {
  width: number;
  children: (style: { width: number; height: string; scale: string }) => React.ReactNode;
}) {
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
  return (
    <div className="preview__box" ref={box}>
      {children({ width, height: `${100 / scale}%`, scale: String(scale) })}
    </div>
  );
}
