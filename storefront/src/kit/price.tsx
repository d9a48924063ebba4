// A price, struck through beside the lower one when there are two. Texts come ready written.

export function Price({
  text,
  was,
  wasLabel,
}: {
  text: string;
  /** The ordinary price, when `text` is lower. */
  was?: string | undefined;
  /** Tells screen readers what the struck price is. */
  wasLabel?: string;
}) {
  return (
    <span className="price">
      {was && (
        <s className="price__was">
          {wasLabel && <span className="visually-hidden">{wasLabel} </span>}
          {was}
        </s>
      )}
      <span className="price__now">{text}</span>
    </span>
  );
}
