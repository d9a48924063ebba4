// A price, after the struck-through ordinary price when that is higher. The texts are formatted already.

export function Price({
  text,
  was,
  wasLabel,
}: {
  text: string;
  /** The ordinary price, when `text` is lower. */
  was?: string | undefined;
  /** Names the struck-through price for screen readers. */
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
