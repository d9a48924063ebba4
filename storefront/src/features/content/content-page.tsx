// A page that editors wrote.
import type { Page } from "#app/api/types.ts";
import { shared } from "#app/et/strings.ts";
import { PageHead } from "#app/kit/page-head.tsx";
import { paths } from "#app/paths.ts";

export function ContentPage({ page, publicUrl }: { page: Page; publicUrl: string }) {
  return (
    <article className="content-page column column--narrow">
      <PageHead
        title={`${page.title} | ${shared.productName}`}
        description={page.summary ?? undefined}
        canonical={publicUrl + paths.page(page.identifier)}
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
