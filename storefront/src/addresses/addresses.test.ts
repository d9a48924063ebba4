// The table of addresses, from which the server takes its routes and reserved identifiers.
import { expect, it } from "vitest";
import { safePath } from "#app/api/safe-path.ts";
import { screens } from "#app/router.tsx";
import addresses from "./addresses.json";
import { paths, routePattern } from "./paths.ts";

const { publicScreens, privateScreens, redirects, tokenScreens, reserved } = addresses;
const patterns = [publicScreens, privateScreens, redirects].flatMap((each) => Object.values(each));

it("has each address once, and a route for each", () => {
  expect(new Set(patterns).size).toBe(patterns.length);
  const routed = screens.map(({ path }) => path);
  expect(routed).toHaveLength(patterns.length + 1);
  expect(routed).toContain("/raamatud/kategooria/*");
  expect(routed).toContain("/kaardimakse/:endpoint/:token");
});

it("reserves no first segment of a screen a second time", () => {
  const first = patterns.map((pattern) => pattern.split("/")[1]);
  expect(reserved.filter((name) => first.includes(name))).toEqual([]);
});

it("names every screen whose address carries a token, and cuts the token out for others", () => {
  const withToken = Object.entries(privateScreens).filter(([, path]) => path.includes("{token}"));
  for (const [name, path] of withToken) {
    expect(tokenScreens).toContain(name);
    const address = path.replace(/\{\w+\}/g, "s3cret");
    expect(safePath(address)).toBe(`${address.slice(0, address.lastIndexOf("/"))}/…`);
  }
});

it("fills in parameters", () => {
  expect(paths.category("romaanid/ajaloolised õ")).toBe(
    "/raamatud/kategooria/romaanid/ajaloolised%20%C3%B5",
  );
  expect(paths.cardPayment("start-trial", "web")).toBe("/kaardimakse/start-trial/web");
  expect(paths.page("meist")).toBe("/meist");
  expect(paths.books).toBe("/raamatud");
  expect(routePattern("isbn")).toBe("/raamatud/isbn/:isbn");
});
