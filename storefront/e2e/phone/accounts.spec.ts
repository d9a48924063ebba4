// Accounts: registration, confirmation, login, logout, forgotten password.
import {
  DEMO,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  linkIn,
  logIn,
  mailTo,
  newAccount,
  newAddress,
  notice,
  PASSWORD,
  test,
} from "../store.ts";

test("a visitor registers and confirms the address by the emailed link", async ({
  page,
  request,
}) => {
  const email = newAddress("uus.kuulaja");
  await page.goto("/registreerumine");
  await expect(page.getByRole("heading", { level: 1, name: "Loo konto" })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.getByRole("main").getByRole("button", { name: "Loo konto" }).click();
  await expect(page.getByRole("region", { name: "Palun paranda vead" })).toBeFocused();
  await expectAccessible(page);

  await page.getByLabel("Eesnimi").fill("Mari");
  await page.getByLabel("Perekonnanimi").fill("Maasikas");
  await page.getByLabel("Meiliaadress").fill("mari@gmial.con");
  await page.getByLabel("Parool", { exact: true }).fill(PASSWORD);
  await expect(page.getByText("Kas mõtlesid: mari@gmail.com?")).toBeVisible();
  await page.getByRole("button", { name: "mari@gmail.com" }).click();
  await expect(page.getByLabel("Meiliaadress")).toHaveValue("mari@gmail.com");
  await page.getByLabel("Meiliaadress").fill(email);
  await page.getByLabel("Korda parooli").fill(`${PASSWORD}!`);
  await page.getByLabel(/Nõustun/).check();
  await page.getByRole("main").getByRole("button", { name: "Loo konto" }).click();
  await expect(page.getByText("Paroolid ei kattu.").first()).toBeVisible();
  await page.getByLabel("Korda parooli").fill(PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Loo konto" }).click();

  await expect(notice(page, "Kasutaja registreerimine õnnestus.")).toBeVisible();
  // The home page of an account with an empty library.
  await expect(page).toHaveURL(/\/raamatud$/);

  await page.goto("/konto");
  await expect(page.getByText("Sinu meiliaadress on kinnitamata.")).toBeVisible();
  await expectAccessible(page);

  const link = linkIn(await mailTo(request, email), "/verify-email");
  // A mail scanner that opens the link first does not use it up.
  expect((await request.get(link)).status()).toBe(200);
  await page.goto(link);
  await expect(notice(page, "E-maili aadress on kinnitatud.")).toBeVisible();
  expect(page.url()).not.toContain("token");
  await page.goto("/konto");
  await expect(page.getByText("Mari Maasikas")).toBeVisible();
  await expect(page.getByText("Sinu meiliaadress on kinnitamata.")).toHaveCount(0);
});

test("the same address is not registered twice, whatever its case", async ({
  page,
  request,
  allowed,
}) => {
  allowed.push(409);
  const { email } = await newAccount(request, { verified: false });
  await page.goto("/registreerumine");
  await page.getByLabel("Eesnimi").fill("Mari");
  await page.getByLabel("Perekonnanimi").fill("Maasikas");
  await page.getByLabel("Meiliaadress").fill(email.toUpperCase());
  await page.getByLabel("Parool", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Korda parooli").fill(PASSWORD);
  await page.getByLabel(/Nõustun/).check();
  await page.getByRole("main").getByRole("button", { name: "Loo konto" }).click();
  await expect(
    page.getByText("Selle aadressiga konto on juba registreeritud.").first(),
  ).toBeVisible();
});

test("a confirmation link works once, and says so", async ({ page, request, allowed }) => {
  allowed.push(422);
  await page.goto("/verify-email");
  await expect(page.getByRole("heading", { name: "Viga!" })).toBeVisible();
  await expectAccessible(page);
  const { email } = await newAccount(request);
  await page.goto(linkIn(await mailTo(request, email), "/verify-email"));
  await expect(
    page.getByText("Tekkis viga meiliaadressi kinnitamisega. Palun proovige uuesti."),
  ).toBeVisible();
  await expectAccessible(page);
});

test("a wrong password is refused; the right one continues to the requested page", async ({
  page,
  allowed,
}) => {
  allowed.push(401);
  await page.goto("/konto");
  await expect(page).toHaveURL(/\/login$/);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByLabel("Meiliaadress").fill(DEMO.listener.email);
  await page.getByLabel("Parool", { exact: true }).fill("vale parool");
  await page.getByRole("main").getByRole("button", { name: "Logi sisse" }).click();
  await expect(notice(page, "Sisselogimine ebaõnnestus!")).toBeVisible();
  await page.getByLabel("Parool", { exact: true }).fill(DEMO.listener.password);
  await page.getByRole("main").getByRole("button", { name: "Logi sisse" }).click();
  await expect(page).toHaveURL(/\/konto$/);
  // Back does not return to the login form.
  await page.goBack();
  await expect(page).not.toHaveURL(/\/login/);
});

test("the library of a listener, and logout", async ({ page }) => {
  await logIn(page, DEMO.listener);
  await expect(page.getByRole("heading", { level: 1, name: "Minu raamatud" })).toBeVisible();
  await expect(page.getByText("Ostetud raamat").first()).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Minu raamatud" })).toBeVisible();

  await page.goto("/konto");
  await expect(page.getByText("Aktiivne", { exact: true })).toBeVisible();
  await expect(page.getByText("Paketi kehtib kuni")).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("main").getByRole("button", { name: "Logi välja" }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.goto("/konto");
  await expect(page).toHaveURL(/\/login$/);
});

test("an ended session leads to / with a notice", async ({ page, request, allowed }) => {
  allowed.push(401);
  const account = await newAccount(request);
  await logIn(page, account);
  await expect(page).toHaveURL(/\/raamatud$/);
  const token = await page.evaluate(() => localStorage.getItem("heliriiul.token"));
  await request.post("/api/logout", { headers: { "Api-Token": token ?? "" } });
  await page.goto("/");
  await expect(notice(page, "Teie sessioon on aegunud, palun logige uuesti sisse.")).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
});

test("a logout in one tab logs out the other", async ({ page, context, request }) => {
  await logIn(page, await newAccount(request));
  const other = await context.newPage();
  await other.goto("/konto");
  await expect(other.getByRole("heading", { level: 1, name: "Minu konto" })).toBeVisible();
  await page.goto("/konto");
  await page.getByRole("main").getByRole("button", { name: "Logi välja" }).click();
  await expect(other).toHaveURL(/\/login$/);
});

test("a forgotten password is reset once by the emailed link", async ({
  page,
  request,
  allowed,
}) => {
  const account = await newAccount(request);
  await page.goto("/login");
  await page.getByRole("link", { name: "Unustasid salasõna?" }).click();
  await expect(page).toHaveURL(/\/unustasid-parooli$/);
  await expectAccessible(page);
  await page.getByLabel("Meiliaadress").fill(account.email);
  await page.getByRole("button", { name: "Saada link" }).click();
  await expect(notice(page, "Saatsime lingi parooli muutmiseks teie emailile.")).toBeVisible();
  await expect(page).toHaveURL(/\/$/);

  const link = linkIn(await mailTo(request, account.email, /reset-password/), "/reset-password/");
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1, name: "Uus parool" })).toBeVisible();
  expect(page.url()).toMatch(/\/reset-password\/uus$/);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  // A reload does not lose it.
  await page.reload();
  await page.getByLabel("Uus parool", { exact: true }).fill("uus saladus");
  await page.getByLabel("Korda uut parooli").fill("uus saladus");
  await page.getByRole("button", { name: "Muuda parool" }).click();
  await expect(notice(page, "Parooli muutmine õnnestus!")).toBeVisible();
  // The old session has ended, the new one has not.
  const old = await request.get("/api/user", { headers: { "Api-Token": account.token } });
  expect(old.status()).toBe(401);
  await page.goto("/konto");
  await expect(page.getByText(account.email)).toBeVisible();

  allowed.push(422);
  await page.goto(link);
  await page.getByLabel("Uus parool", { exact: true }).fill("veel uuem");
  await page.getByLabel("Korda uut parooli").fill("veel uuem");
  await page.getByRole("button", { name: "Muuda parool" }).click();
  await expect(notice(page, /Parooli muutmine ebaõnnestus!/)).toBeVisible();
});
