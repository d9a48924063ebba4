import { Link, useLoaderData } from "react-router";
import { LinkButton } from "storefront/kit/button.tsx";
import type { ScheduledAction } from "#app/api/types.ts";
import { scheduleStrings as text } from "#app/et/schedule.ts";
import { strings } from "#app/et/strings.ts";
import { clockTime } from "#app/et/time.ts";
import { ScreenHead } from "#app/kit/screen-head.tsx";
import { paths } from "#app/paths.ts";
import { byDay, dayAfter, dayName, dayOf } from "./days.ts";

export function ScheduleScreen() {
  const actions = useLoaderData<ScheduledAction[]>();
  const today = dayOf(new Date());
  const near: Record<string, string> = { [today]: text.today, [dayAfter(today)]: text.tomorrow };
  return (
    <div className="column column--narrow">
      <ScreenHead title={text.title} lead={text.lead} />
      {actions.length === 0 && (
        <div className="desk-form desk-form--start">
          <p>{text.empty}</p>
          <LinkButton to={paths.documents}>{text.toDocuments}</LinkButton>
        </div>
      )}
      {byDay(actions).map(({ day, moments }) => (
        <section key={day} className="desk-gap-5" aria-labelledby={`day-${day}`}>
          <h2 className="desk-title-3" id={`day-${day}`}>
            {near[day] ? `${near[day]}, ${dayName(day)}` : dayName(day)}
          </h2>
          <ul className="desk-rows">
            {moments.map((each) => (
              <ActionRow key={`${each.id}-${each.act}`} act={each} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function ActionRow({ act: { id, kind, title, at, act, revision } }: { act: ScheduledAction }) {
  return (
    <li className="desk-row desk-scheduled">
      <time className="desk-scheduled__time" dateTime={at}>
        {clockTime(at)}
      </time>
      <span className={`desk-status desk-status--${act === "publish" ? "published" : "changed"}`}>
        {text.acts[act]}
      </span>
      <span className="desk-names desk-scheduled__text">
        <Link className="desk-strong desk-scheduled__title" to={paths.document(id)}>
          {title}
        </Link>
        <span className="desk-muted">
          {strings.kinds[kind]}
          {revision !== null && ` · ${text.revision(revision)}`}
        </span>
      </span>
    </li>
  );
}
