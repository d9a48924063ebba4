// /booking: leads to the external calendar.
import { replace } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { loadFrame } from "#app/api/frame.ts";

export async function loader(): Promise<Response> {
  const { bookingUrl } = (await loadFrame()).config;
  if (!bookingUrl) return replace(paths.home);
  location.replace(bookingUrl);
  // Render nothing until the browser has left the page.
  return new Promise(() => {});
}

export const Component = () => null;
