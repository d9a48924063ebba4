// A page written by editors.
import { plainText } from "#app/api/plain-text.ts";
import type { Page } from "#app/api/types.ts";
import { shared } from "#app/et/strings.ts";
import { PageHead } from "#app/kit/page-head.tsx";

export function ContentPage({ page, canonical }: { page: Page; canonical: string }) {
  return (
    <article className="content-page column column--narrow">
      <PageHead
        title={`${page.title} | ${shared.productName}`}
        description={page.summary || plainText(page.content)}
        canonical={canonical}
      />
      <h1 className="content-page__title">{page.title}</h1>
      <div
        className="prose"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server
        dangerouslySetInnerHTML={{ __html: page.content }}
      />
    </article>
  );
}
