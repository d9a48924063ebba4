import { fakeServer, problem } from "storefront/testing/server.ts";
import { expect, it } from "vitest";
import { ACCOUNT, signIn } from "#app/testing/session.ts";
import { csvFile, fetchFile } from "./download.ts";

it("writes a CSV file that spreadsheets read", async () => {
  const file = csvFile([
    ["Kood", "Märkus"],
    ["AB-12", 'Jõulud, "kink"'],
  ]);
  const bytes = new Uint8Array(await file.arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(await file.text()).toContain('Kood,Märkus\r\nAB-12,"Jõulud, ""kink"""\r\n');
});

it("fetches a file with the session's token", async () => {
  const call = "GET /admin/reports/sales.csv";
  const server = fakeServer({ "POST /login": ACCOUNT, [call]: () => new Response("a,b\n") });
  await signIn();
  const days = { from: "2026-11-01", until: "2026-11-30" };
  const file = await fetchFile("/admin/reports/sales.csv", days);
  expect(await file.text()).toBe("a,b\n");
  expect(server.asked[1]?.headers.get("Api-Token")).toBe("t1");
  expect(server.asked[1]?.query.get("from")).toBe("2026-11-01");
  server.answers[call] = problem(401, "unauthorized");
  await expect(fetchFile("/admin/reports/sales.csv", days)).rejects.toMatchObject({ status: 401 });
  delete server.answers[call];
  await expect(fetchFile("/admin/reports/sales.csv", days)).rejects.toMatchObject({ status: 0 });
});
