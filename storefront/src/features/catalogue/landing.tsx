import type { ReactNode } from "react";
import { paths } from "#app/addresses/paths.ts";
import { plainText } from "#app/api/plain-text.ts";
import type { BookCard, Config, Home, Section } from "#app/api/types.ts";
import { PlanCard } from "#app/catalogue/plans/plan-card.tsx";
import { euro } from "#app/et/format.ts";
import { shared } from "#app/et/strings.ts";
import { LinkButton } from "#app/kit/button.tsx";
import { Html } from "#app/kit/content/html.tsx";
import { Cover } from "#app/kit/cover.tsx";
import { PageHead } from "#app/layout/page-head.tsx";
import { BookRow } from "./book-row.tsx";

const MOSAIC = 9;

export type LandingBlocks = {
  intro: Section | null;
  promo: Section | null;
  footer: Section | null;
};

export function Landing({
  home,
  blocks,
  config,
  stores,
}: {
  home: Home;
  blocks: LandingBlocks;
  config: Config;
  stores: ReactNode;
}) {
  const { intro, promo, footer } = blocks;
  const [first, ...others] = home.sliders;
  const row = (slider: Home["sliders"][number], isFirst: boolean) => (
    <BookRow
      key={slider.id}
      id={slider.id}
      label={slider.label}
      books={slider.books}
      percent={0}
      first={isFirst}
    />
  );
  return (
    <div>
      <PageHead
        title={intro?.title}
        description={intro ? plainText(intro.content) : undefined}
        canonical={`${config.publicUrl}/`}
      />
      <section className="hero">
        <div className="hero__row column">
          <div>
            <h1 className="hero__title">{intro?.title ?? shared.productName}</h1>
            {intro && <Html className="hero__lead lead muted prose" html={intro.content} />}
            <div className="hero__actions">
              <JoinButton />
              <LinkButton look="quiet" size="large" icon="headphones" to={paths.register}>
                {shared.listenOnWeb}
              </LinkButton>
            </div>
          </div>
          <Mosaic books={distinct(home.sliders.flatMap((slider) => slider.books))} />
        </div>
      </section>
      <div className="column">{first && row(first, true)}</div>
      {promo && (
        <section className="promo" aria-labelledby="pakkumine">
          <div className="promo__row column">
            <div>
              <h2 className="promo__title" id="pakkumine">
                {promo.title}
              </h2>
              <Html className="promo__content prose" html={promo.content} />
            </div>
            <ul className="plans">
              {config.packages.map((plan) => (
                <PlanCard key={plan.type} plan={plan} level={3} price={euro(plan.price)} />
              ))}
            </ul>
          </div>
        </section>
      )}
      <div className="column">{others.map((slider) => row(slider, false))}</div>
      <section className="closing" aria-label={shared.joinProduct}>
        <div className="closing__row column column--narrow">
          {footer && (
            <>
              <h2 className="closing__title">{footer.title}</h2>
              <Html className="closing__content lead muted prose" html={footer.content} />
            </>
          )}
          <div className="closing__actions">
            <JoinButton />
            {stores}
          </div>
        </div>
      </section>
    </div>
  );
}

function JoinButton() {
  return (
    <LinkButton look="primary" size="large" to={paths.register} state={{ redirect: paths.plans }}>
      {shared.joinProduct}
    </LinkButton>
  );
}

/** Decorative covers next to the headline on wide screens. */
function Mosaic({ books }: { books: BookCard[] }) {
  return (
    <div className="mosaic" aria-hidden="true">
      {books.slice(0, MOSAIC).map((book) => (
        <Cover key={book.id} cover={book.cover} title={book.title} alt="" sizes="200px" />
      ))}
    </div>
  );
}

function distinct(books: BookCard[]): BookCard[] {
  return [...new Map(books.map((book) => [book.id, book])).values()];
}
