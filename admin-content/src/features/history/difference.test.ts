import { expect, it } from "vitest";
import { aBook, aDocument } from "#app/testing/data.ts";
import { linesOfBody, linesOfHtml } from "./body-lines.ts";
import { differenceOf } from "./difference.ts";

const ID = "01976f00-0000-7000-8000-0000000000c1";

it("a text as lines: has a line for each block", () => {
  const html =
    "<h2>Pealkiri</h2><p>Esimene <strong>lõik</strong><br>teine rida</p>" +
    `<ul><li><p>a</p></li><li>b</li></ul><hr><img data-image="${ID}" alt="Riiul">` +
    `<p class="cta"><a href="heliriiul:page/${ID}">Osta</a></p><div data-book="${ID}"></div>` +
    "<table><tbody><tr><th><p>Nimi</p></th><td>Hind</td></tr></tbody></table>";
  const refs = [
    { ref: `page/${ID}`, title: "Kinkekaart", path: "/k", imageUrl: null, live: true },
    { ref: `book/${ID}`, title: "Kevade", path: "/b", imageUrl: null, live: true },
  ];
  expect(linesOfHtml(html, refs)).toEqual([
    "H2 Pealkiri",
    "Esimene lõik",
    "teine rida",
    "• a",
    "• b",
    "———",
    "[Pilt: Riiul]",
    "Osta [→ Kinkekaart]",
    "[Raamat: Kevade]",
    "Nimi | Hind",
  ]);
});

it("a text as lines: has the fields beside it", () => {
  const { body } = aDocument();
  expect(linesOfBody("page", body)).toEqual([
    "Pealkiri: Kinkekaart",
    "Kokkuvõte: ",
    "Jaluses: jah",
    "Jagamispilt: ei",
    "Kingi raamat.",
  ]);
  expect(linesOfBody("slider", { title: "Uued" }, [aBook("a", "Kevade")])).toEqual([
    "Pealkiri: Uued",
    "Kevade · Oskar Luts",
  ]);
});

it("a difference: marks words that came and went", () => {
  expect(
    differenceOf(["a", "Kuula iga päev raamatut.", "b"], ["a", "Kuula igal õhtul raamatut.", "b"]),
  ).toEqual([
    { same: ["a"] },
    {
      parts: [
        { text: "Kuula ", change: null },
        { text: "iga", change: "removed" },
        { text: "igal", change: "added" },
        { text: " ", change: null },
        { text: "päev", change: "removed" },
        { text: "õhtul", change: "added" },
        { text: " raamatut.", change: null },
      ],
    },
    { same: ["b"] },
  ]);
});

it("a difference: has whole lines where nothing stands on the other side", () => {
  expect(differenceOf(["a"], ["a", "b"])).toEqual([
    { same: ["a"] },
    { parts: [{ text: "b", change: "added" }] },
  ]);
  expect(differenceOf(["a", "b"], ["b"])).toEqual([
    { parts: [{ text: "a", change: "removed" }] },
    { same: ["b"] },
  ]);
  expect(differenceOf(["a"], ["a"])).toEqual([{ same: ["a"] }]);
});

it("a difference: is quick with a long text that is another altogether", () => {
  const long = (word: string) =>
    Array.from({ length: 1000 }, (_, line) =>
      Array.from({ length: 50 }, (_, index) => `${word}${line * 50 + index}`).join(" "),
    );
  // CPU time: other processes may keep the machine busy.
  const start = process.cpuUsage();
  const rows = differenceOf(long("a"), long("b"));
  expect(rows.length).toBe(2000);
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(10_000);
}, 60_000);
