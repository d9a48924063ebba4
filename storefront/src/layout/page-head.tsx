// The <head> of a screen: one per route, since Helmet 3 on React 19 does not merge nested ones.
import { Helmet } from "react-helmet-async";
import { shared } from "#app/et/strings.ts";

export function PageHead({
  title,
  description,
  canonical,
  noindex = false,
  noReferrer = false,
}: {
  /** The product name follows. Without a title only the product name is shown. */
  title?: string | undefined;
  description?: string | undefined;
  canonical?: string | undefined;
  noindex?: boolean;
  /** For addresses that carry a token. */
  noReferrer?: boolean;
}) {
  return (
    <Helmet>
      <title>{title ? `${title} | ${shared.productName}` : shared.productName}</title>
      {description && <meta name="description" content={description} />}
      {canonical && <link rel="canonical" href={canonical} />}
      {noindex && <meta name="robots" content="noindex" />}
      {noReferrer && <meta name="referrer" content="no-referrer" />}
    </Helmet>
  );
}
