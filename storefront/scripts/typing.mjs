// Measures typing in a document of 50,000 words at the desk of the store at the given address: from each key
// to its letter on the screen, by the browser's Event Timing. For comparison, the same text in a
// plain element of the same browser. Fails when the slowest key of the editor takes 50 ms or more.
import { chromium } from "@playwright/test";

const base = process.argv[2] ?? "http://127.0.0.1:8080";
const GOAL_MS = 50;
const WORDS = 50_000;
const KEYS = 150;
const GAP_MS = 80;

const api = async (path, token, body) => {
  const answer = await fetch(`${base}/api${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...(token && { "Api-Token": token }) },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
};

const SYLLABLES = ["ma", "ri", "lu", "ge", "ja", "hää", "le", "tõu", "si", "öö", "raa", "mat"];
/** The same words each time. */
function textOf(words) {
  let seed = 7;
  const next = (below) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const word = () => Array.from({ length: 1 + next(3) }, () => SYLLABLES[next(12)]).join("");
  const parts = [];
  for (let left = words; left > 0; left -= 80) {
    if (parts.length % 20 === 0) parts.push(`<h2>${word()} ${word()}</h2>`);
    parts.push(`<p>${Array.from({ length: Math.min(left, 80) }, word).join(" ")}</p>`);
  }
  return parts.join("");
}

/** Slowest event of each key, in ms; typed in the middle of what `selector` names. */
async function typed(page, selector) {
  const box = page.locator(selector);
  const middle = box.locator("p").nth(Math.floor(WORDS / 160));
  await middle.scrollIntoViewIfNeeded();
  await middle.click();
  await page.evaluate(() => {
    window.keys = new Map();
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries()) {
        if (!interactionId) continue;
        window.keys.set(interactionId, Math.max(duration, window.keys.get(interactionId) ?? 0));
      }
    }).observe({ type: "event", durationThreshold: 16 });
  });
  for (let at = 0; at < KEYS; at += 1) {
    await page.keyboard.press("abcdefghij"[at % 10]);
    await page.waitForTimeout(GAP_MS);
  }
  await page.waitForTimeout(500);
  const written = await middle.textContent();
  if (!written?.includes("abcdefghij".repeat(KEYS / 10)))
    throw new Error("The keys wrote nothing.");
  const durations = await page.evaluate(() => [...window.keys.values()]);
  // Keys below the threshold are not reported.
  while (durations.length < KEYS) durations.push(16);
  return durations.sort((a, b) => a - b);
}

const row = (name, durations) => {
  const at = (share) => durations[Math.ceil(durations.length * share) - 1];
  console.log(`${name.padEnd(34)} p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, worst ${at(1)} ms`);
  return at(1);
};

const html = textOf(WORDS);
const { apiToken, email, role } = await api("/login", null, {
  email: "toimetaja@heliriiul.test",
  password: "heliriiul",
});
const identifier = `pikk-${Date.now().toString(36)}`;
const body = { title: "Pikk tekst", content: html };
const { id } = await api("/desk/items", apiToken, { kind: "page", identifier, body });

const browser = await chromium.launch({
  executablePath: process.env.HELIRIIUL_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.setContent(`<main contenteditable style="white-space: pre-wrap">${html}</main>`);
  row("a bare element", await typed(page, "main"));

  await page.addInitScript(
    (session) => localStorage.setItem("heliriiul.desk", session),
    JSON.stringify({ token: apiToken, email, name: "Tiina Toimetaja", role }),
  );
  await page.goto(`${base}/toimetus/sisu/${id}`);
  await page.locator("#document-text p").first().waitFor();
  const worst = row("the editor, 50,000 words", await typed(page, "#document-text"));
  console.log(worst < GOAL_MS ? "holds" : `misses ${GOAL_MS} ms`);
  process.exitCode = worst < GOAL_MS ? 0 : 1;
} finally {
  await browser.close();
}
