import { plainText } from "#app/api/plain-text.ts";
import type { Page } from "#app/api/types.ts";
import { Html } from "#app/kit/content/html.tsx";
import { PageHead } from "#app/layout/page-head.tsx";

export function ContentPage({ page, canonical }: { page: Page; canonical: string }) {
  return (
    <article className="content-page column column--narrow">
      <PageHead
        title={page.title}
        description={page.summary || plainText(page.content)}
        canonical={canonical}
      />
      <h1 className="content-page__title">{page.title}</h1>
      <Html className="prose lead" html={page.content} />
    </article>
  );
}
