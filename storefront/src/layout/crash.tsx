import { strings } from "#app/et/strings.ts";
import { Button } from "#app/kit/button.tsx";
import { PageHead } from "./page-head.tsx";

const text = strings.layout;

export function CrashNotice({ email }: { email: string }) {
  return (
    <div className="notice-page column column--narrow">
      <PageHead title={text.crashTitle} noindex />
      <h1>{text.crashTitle}</h1>
      <p className="notice-page__text lead muted">
        {text.crashText}
        <a href={`mailto:${email}`}>{email}</a>
      </p>
      <div className="button-group">
        <Button look="primary" onClick={() => location.reload()}>
          {strings.common.retry}
        </Button>
      </div>
    </div>
  );
}
