// The <head> of a screen: one per route with the full title, since Helmet 3 on React 19 does not merge
// nested ones.
import { Helmet } from "react-helmet-async";

export function PageHead({
  title,
  description,
  canonical,
  noindex = false,
  noReferrer = false,
}: {
  /** The whole title, with the product name. */
  title: string;
  description?: string | undefined;
  canonical?: string | undefined;
  noindex?: boolean;
  /** For addresses that carry a token. */
  noReferrer?: boolean;
}) {
  return (
    <Helmet>
      <title>{title}</title>
      {description && <meta name="description" content={description} />}
      {canonical && <link rel="canonical" href={canonical} />}
      {noindex && <meta name="robots" content="noindex" />}
      {noReferrer && <meta name="referrer" content="no-referrer" />}
    </Helmet>
  );
}
