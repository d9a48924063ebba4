// Shown after an error: try again, or write to the support.
import { shared, strings } from "#app/et/strings.ts";
import { Button } from "#app/kit/button.tsx";
import { PageHead } from "#app/kit/page-head.tsx";

const text = strings.layout;

export function CrashNotice({ email }: { email: string }) {
  return (
    <div className="notice-page column column--narrow">
      <PageHead title={`${text.crashTitle} | ${shared.productName}`} noindex />
      <h1>{text.crashTitle}</h1>
      <p className="notice-page__text">
        {text.crashText}
        <a href={`mailto:${email}`}>{email}</a>
      </p>
      <div className="notice-page__actions">
        <Button look="primary" onClick={() => location.reload()}>
          {text.reload}
        </Button>
      </div>
    </div>
  );
}
