// A book's cover in the server's sizes; without a picture, its title on a coloured ground.

export type CoverPicture = { base: string; widths: number[]; hue: number } | null;

export function Cover({
  cover,
  title,
  alt,
  sizes,
  eager = false,
}: {
  cover: CoverPicture;
  title: string;
  /** "" if the title is shown next to the cover. */
  alt: string;
  /** The sizes attribute of <img>. */
  sizes: string;
  /** For the largest picture of the first screen: loaded first and painted without delay. */
  eager?: boolean;
}) {
  if (!cover) {
    return (
      <span className="cover cover--plain" aria-hidden={alt ? undefined : true}>
        <span className="cover__title">{title}</span>
      </span>
    );
  }
  const set = (type: string) =>
    cover.widths.map((width) => `${cover.base}/${width}.${type} ${width}w`).join(", ");
  return (
    <picture className="cover">
      <source type="image/avif" srcSet={set("avif")} sizes={sizes} />
      <img
        className="cover__image"
        src={`${cover.base}/400.jpg`}
        srcSet={set("jpg")}
        sizes={sizes}
        width={400}
        height={400}
        alt={alt}
        loading={eager ? "eager" : "lazy"}
        fetchPriority={eager ? "high" : "auto"}
        decoding={eager ? "sync" : "async"}
      />
    </picture>
  );
}
