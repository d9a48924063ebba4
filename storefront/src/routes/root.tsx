// The frame around every screen, and what is shown when a screen or the frame itself fails.
import { Outlet } from "react-router";

export async function rootLoader() {
  return null;
}

export function Root() {
  return (
    <main id="sisu" tabIndex={-1}>
      <Outlet />
    </main>
  );
}

export function ScreenError() {
  return null;
}

export function Crash() {
  return null;
}
