// The announcement above the header, until the reader closes it. The cookie holds its time of change, so that
// a new one is shown again.
import { useSyncExternalStore } from "react";
import { Link } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import type { Section } from "#app/api/types.ts";
import { shared } from "#app/et/strings.ts";
import { IconButton } from "#app/kit/button.tsx";
import { cookieStore } from "#app/kit/cookie.ts";

const closed = cookieStore("hr_announcement");

export function Announcement({ section }: { section: Section | null }) {
  const closedAt = useSyncExternalStore(closed.subscribe, closed.get);
  if (!section || closedAt === section.updatedAt) return null;
  return (
    <section className="announcement" aria-label={shared.announcementLabel}>
      <div className="announcement__row column">
        <div className="announcement__text">
          <strong className="announcement__title">{section.title}</strong>
          <div
            className="announcement__content"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server
            dangerouslySetInnerHTML={{ __html: section.content }}
          />
          {section.linkedPageSlug && (
            <Link className="announcement__link" to={paths.page(section.linkedPageSlug)}>
              {section.linkText || shared.announcementMore}
            </Link>
          )}
        </div>
        <IconButton
          icon="close"
          label={shared.closeAnnouncement}
          onClick={() => closed.set(section.updatedAt)}
        />
      </div>
    </section>
  );
}
