import { type ReactNode, useRef } from "react";
import { useLocation, useNavigation } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { type Frame, sectionOf } from "#app/api/frame.ts";
import { shared, strings } from "#app/et/strings.ts";
import { PendingBar } from "#app/kit/pending-bar.tsx";
import { Toaster } from "#app/kit/toast.tsx";
import { Announcement } from "./announcement.tsx";
import { Footer } from "./footer.tsx";
import { Header, type Visitor } from "./header.tsx";
import { useArrival } from "./use-arrival.ts";

export const MAIN_ID = "sisu";

export function Layout({
  frame,
  visitor,
  consent,
  tabs,
  bare = false,
  onMove,
  children,
}: {
  frame: Frame;
  visitor: Visitor;
  /** The consent banner, until the visitor has chosen. */
  consent: ReactNode;
  /** The app's bottom tabs, which replace header and footer. */
  tabs?: ReactNode;
  /** The player has no frame. */
  bare?: boolean;
  /** Called for each screen, also the first. */
  onMove: () => void;
  children: ReactNode;
}) {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const { state } = useNavigation();
  useArrival(main, onMove);
  const framed = !bare && !tabs;
  return (
    <>
      <a className="skip-link" href={`#${MAIN_ID}`}>
        {shared.skipToContent}
      </a>
      <PendingBar active={state !== "idle"} label={strings.common.pending} />
      {!bare && <Announcement section={sectionOf(frame.sections, "announcement")} />}
      {framed && <Header {...visitor} onCartPage={pathname === paths.cart} />}
      <main className="main" id={MAIN_ID} tabIndex={-1} ref={main}>
        {children}
      </main>
      {framed && <Footer config={frame.config} footer={frame.footer} />}
      {tabs}
      <Toaster label={shared.notices} closeLabel={strings.common.closeNotice} />
      {consent}
    </>
  );
}
