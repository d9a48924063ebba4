import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { consumeEvents, resetEvents } from "#app/api/track.ts";
import { addToCart } from "#app/cart/cart.ts";
import { rememberTrialIntent, trialIntent } from "#app/session/guard/trial-intent.ts";
import { getSession, setSession } from "#app/session/session.ts";
import { aUser } from "#app/testing/data.ts";
import { button, expectText, expectToast, field, opener } from "#app/testing/screen.tsx";
import { fakeServer, problem } from "#app/testing/server.ts";
import * as forgot from "./forgot-password.tsx";
import * as login from "./login.tsx";
import * as register from "./register.tsx";
import * as reset from "./reset-password.tsx";
import * as verify from "./verify-email.tsx";

const REQUIRED = "See väli on kohustuslik.";

const open = opener([
  { path: "/login", ...login },
  { path: "/registreerumine", ...register },
  { path: "/unustasid-parooli", ...forgot },
  { path: "/reset-password/:token", ...reset },
  { path: "/verify-email", ...verify },
]);

beforeEach(resetEvents);

describe("/login", () => {
  it("asks for both fields and sends nothing without them", async () => {
    const { asked, user } = open("/login", {});
    await user.click(await button("Logi sisse"));
    await expectText(`Meiliaadress: ${REQUIRED}`, `Parool: ${REQUIRED}`);
    expect(screen.getByRole("region", { name: "Palun paranda vead" })).toHaveFocus();
    expect(await field("Meiliaadress")).toHaveAccessibleDescription(REQUIRED);
    expect(asked).toEqual([]);
  });

  it("keeps the input and the target after a failure", async () => {
    const { answers, user, at, router } = open(
      { pathname: "/login", state: { redirect: "/maksmine?x=1" } },
      { "POST /login": problem(401, "invalid-credentials") },
    );
    await user.type(await field("Meiliaadress"), "mari@mail.ee");
    await user.type(await field("Parool"), "vale");
    await user.click(await button("Logi sisse"));
    await expectToast("Sisselogimine ebaõnnestus!");
    expect(await field("Meiliaadress")).toHaveValue("mari@mail.ee");
    expect(getSession()).toBeNull();
    answers["POST /login"] = aUser();
    await user.click(await button("Logi sisse"));
    await waitFor(() => expect(at()).toBe("/maksmine?x=1"));
    expect(router.state.historyAction).toBe("REPLACE");
    expect(getSession()?.user.firstName).toBe("Mari");
    const events: string[] = [];
    consumeEvents(({ name }) => events.push(name))();
    expect(events).toEqual(["login"]);
  });

  it.each([undefined, { redirect: "https://evil.example/" }, { redirect: "//evil.example" }])(
    "goes home when the state is %j",
    async (state) => {
      const { user, at } = open({ pathname: "/login", state }, { "POST /login": aUser() });
      await user.type(await field("Meiliaadress"), "mari@mail.ee");
      await user.type(await field("Parool"), "saladus{Enter}");
      await waitFor(() => expect(at()).toBe("/"));
    },
  );

  it("sends one login for two presses", async () => {
    let answer = (_: unknown) => {};
    const slow = new Promise((resolve) => {
      answer = resolve;
    });
    const { count, user, at } = open("/login", { "POST /login": () => slow });
    await user.type(await field("Meiliaadress"), "mari@mail.ee");
    await user.type(await field("Parool"), "saladus{Enter}");
    await user.click(await button("Login sisse …"));
    await user.type(await field("Parool"), "{Enter}");
    answer(aUser());
    await waitFor(() => expect(at()).toBe("/"));
    expect(count("POST /login")).toBe(1);
  });

  it("says what a person can do about the network and the limit", async () => {
    const { answers, user } = open("/login", {});
    await user.type(await field("Meiliaadress"), "mari@mail.ee");
    await user.type(await field("Parool"), "saladus{Enter}");
    await expectToast("Sisselogimine ebaõnnestus! Ühendus serveriga puudub.");
    answers["POST /login"] = problem(429, "too-many-requests");
    await user.click(await button("Logi sisse"));
    await expectToast("Sisselogimine ebaõnnestus! Liiga palju katseid.");
  });

  it("leads a logged-in user home", async () => {
    setSession(aUser());
    const { at } = open("/login");
    await waitFor(() => expect(at()).toBe("/"));
  });
});

/** Fills the registration form. */
async function fill(over: Record<string, string> = {}, state?: unknown) {
  const opened = open({ pathname: "/registreerumine", state });
  const values = {
    Eesnimi: "Mari",
    Perekonnanimi: "Maasikas",
    Meiliaadress: "mari@mail.ee",
    Parool: "saladus",
    "Korda parooli": "saladus",
    ...over,
  };
  for (const [label, value] of Object.entries(values)) {
    await opened.user.type(await field(label), value);
  }
  await opened.user.click(screen.getByRole("checkbox"));
  return { ...opened, send: async () => opened.user.click(await button("Loo konto")) };
}

describe("/registreerumine", () => {
  it("asks for every field, in the form's order", async () => {
    const { user } = open("/registreerumine", {});
    await user.click(await button("Loo konto"));
    const summary = await screen.findByRole("region", { name: "Palun paranda vead" });
    expect([...summary.querySelectorAll("a")].map((link) => link.textContent)).toEqual(
      [
        "Eesnimi",
        "Perekonnanimi",
        "Meiliaadress",
        "Parool",
        "Korda parooli",
        "Kasutustingimused",
      ].map((label) => `${label}: ${REQUIRED}`),
    );
    await user.click(screen.getByText(`Korda parooli: ${REQUIRED}`));
    expect(await field("Korda parooli")).toHaveFocus();
  });

  it("sends the account, says so, and goes home", async () => {
    const { asked } = fakeServer({ "POST /register": aUser({ emailVerifiedAt: null }) });
    const { send, at } = await fill();
    await send();
    await expectToast("Kasutaja registreerimine õnnestus.");
    await waitFor(() => expect(at()).toBe("/"));
    expect(asked[0]?.body).toEqual({
      email: "mari@mail.ee",
      firstName: "Mari",
      lastName: "Maasikas",
      password: "saladus",
    });
    expect(getSession()).not.toBeNull();
  });

  it.each([
    [problem(409, "email-in-use"), "Selle aadressiga konto on juba registreeritud."],
    [
      problem(422, "validation", { errors: [{ field: "email", code: "invalid" }] }),
      "Palun sisesta korrektne meiliaadress.",
    ],
  ])("shows the server's error at the field", async (answer, message) => {
    fakeServer({ "POST /register": answer });
    const { send } = await fill();
    await send();
    await expectText(`Meiliaadress: ${message}`);
    expect(await field("Meiliaadress")).toHaveAccessibleDescription(message);
    expect(await field("Eesnimi")).toHaveValue("Mari");
  });

  it.each([problem(500, "internal"), problem(422, "validation", { errors: [] })])(
    "has one sentence for any other failure",
    async (answer) => {
      fakeServer({ "POST /register": answer });
      const { send } = await fill();
      await send();
      await expectToast("Kasutaja registreerimine ebaõnnestus teadmata põhjusel.");
    },
  );

  it("suggests a correction of the address and applies it on a click", async () => {
    fakeServer({});
    const { user } = await fill({ Meiliaadress: "mari@gmial.con" });
    await user.click(await button("mari@gmail.com"));
    expect(await field("Meiliaadress")).toHaveValue("mari@gmail.com");
    expect(screen.queryByText(/Kas mõtlesid:/)).toBeNull();
  });

  it("shows and hides a password", async () => {
    const { user } = open("/registreerumine", {});
    const password = await field("Parool");
    const [show] = await screen.findAllByRole("button", { name: "Näita parooli" });
    if (show) await user.click(show);
    expect(password).toHaveAttribute("type", "text");
  });
});

describe("on the way to a subscription", () => {
  it.each([
    ["/paketiost", "/kaardimakse/start-trial/web"],
    [
      "/kaardimakse/start-trial/web?pakett=UNLIMITED",
      "/kaardimakse/start-trial/web?pakett=UNLIMITED",
    ],
  ])("an account made for %s leads on to the trial once confirmed", async (redirect, target) => {
    const { asked } = fakeServer({ "POST /register": aUser({ emailVerifiedAt: null }) });
    const { send, at } = await fill({}, { redirect });
    await send();
    await waitFor(() => expect(at()).toBe("/"));
    expect(asked[0]?.body).toMatchObject({ trial: true });
    // A repeated email may lack `trial`.
    fakeServer({ "POST /verify": { emailVerifiedAt: "2026" }, "GET /user": aUser() });
    const after = open(`/verify-email?token=${target.length}`);
    await waitFor(() => expect(after.at()).toBe(target));
  });

  it("other accounts are created without it", async () => {
    expect(rememberTrialIntent("/ostukorv")).toBe(false);
    expect(rememberTrialIntent("")).toBe(false);
    expect(rememberTrialIntent("https://evil.example/kaardimakse/start-trial/web")).toBe(false);
    expect(trialIntent.get()).toBeNull();
  });
});

describe("/unustasid-parooli", () => {
  it("sends the link and goes home", async () => {
    const { asked, user, at } = open("/unustasid-parooli", { "POST /forgot-password": undefined });
    await user.click(await button("Saada link"));
    await expectText(`Meiliaadress: ${REQUIRED}`);
    await user.type(await field("Meiliaadress"), "mari@mail.ee{Enter}");
    await expectToast("Saatsime lingi parooli muutmiseks teie emailile.");
    await waitFor(() => expect(at()).toBe("/"));
    expect(asked[0]?.body).toEqual({ email: "mari@mail.ee" });
  });

  it("says when it failed", async () => {
    const { user } = open("/unustasid-parooli", {
      "POST /forgot-password": problem(500, "internal"),
    });
    await user.type(await field("Meiliaadress"), "mari@mail.ee{Enter}");
    await expectToast("Parooli muutmise algatamine ebaõnnestus!");
  });
});

describe("/reset-password/{token}", () => {
  it("takes the token out of the address and uses it once", async () => {
    const { asked, user, at } = open("/reset-password/s3cret", { "POST /reset-password": aUser() });
    await field("Uus parool");
    expect(at()).toBe("/reset-password/uus");
    await user.type(await field("Uus parool"), "saladus");
    await user.type(await field("Korda uut parooli"), "saladuz{Enter}");
    await expectText("Korda uut parooli: Paroolid ei kattu.");
    await user.clear(await field("Korda uut parooli"));
    await user.type(await field("Korda uut parooli"), "saladus{Enter}");
    await expectToast("Parooli muutmine õnnestus!");
    await waitFor(() => expect(at()).toBe("/"));
    expect(asked[0]?.body).toEqual({ token: "s3cret", password: "saladus" });
    expect(getSession()).not.toBeNull();
    expect(sessionStorage.length).toBe(0);
  });

  it.each([problem(422, "token-invalid"), problem(500, "internal")])(
    "says when it failed",
    async (answer) => {
      const { user } = open("/reset-password/old", { "POST /reset-password": answer });
      await user.type(await field("Uus parool"), "saladus");
      await user.type(await field("Korda uut parooli"), "saladus{Enter}");
      await expectToast("Parooli muutmine ebaõnnestus!");
    },
  );
});

describe("/verify-email", () => {
  const POST = "POST /verify";

  it("without a token is an error and asks nothing", async () => {
    const { asked } = open("/verify-email", {});
    await screen.findByRole("heading", { name: "Viga!" });
    expect(asked).toEqual([]);
  });

  it.each([
    ["?token=t1", [], "/"],
    ["?token=t2&trial=true", [], "/kaardimakse/start-trial/web"],
    ["?token=t3&trial=false", [], "/"],
    ["?token=t4&trial=true", ["a"], "/ostukorv"],
    ["?token=t5", ["a"], "/ostukorv"],
  ])("%s with the cart %j goes to %s", async (search, cart, target) => {
    const { asked, count } = fakeServer({
      [POST]: { emailVerifiedAt: "2026-01-01T00:00:00.000Z" },
    });
    addToCart(...cart);
    const { at } = open({ pathname: "/verify-email", search });
    await expectToast("E-maili aadress on kinnitatud.");
    await waitFor(() => expect(at()).toBe(target));
    expect(count(POST)).toBe(1);
    expect(asked[0]?.body).toEqual({ token: search.slice(7, 9) });
  });

  it("brings the user of this browser up to date", async () => {
    setSession(aUser({ emailVerifiedAt: null }));
    open("/verify-email?token=own", { [POST]: { emailVerifiedAt: "x" }, "GET /user": aUser() });
    await waitFor(() => expect(getSession()?.user.emailVerifiedAt).not.toBeNull());
  });

  it("takes the token out of the address, and can be tried again after a failure", async () => {
    const { answers, count, user, at } = open("/verify-email?token=again&trial=true", {
      [POST]: problem(500, "internal"),
    });
    await expectText("Tekkis viga meiliaadressi kinnitamisega. Palun proovige uuesti.");
    expect(at()).toBe("/verify-email?trial=true");
    answers[POST] = { emailVerifiedAt: "x" };
    await user.click(await button("Proovi uuesti"));
    await waitFor(() => expect(at()).toBe("/kaardimakse/start-trial/web"));
    expect(count(POST)).toBe(2);
  });
});
