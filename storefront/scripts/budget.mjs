// What a first visit to the store downloads. Fails above the budgets.
// With an argument: of the build in that folder instead of dist/.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { weigher } from "./weigher.mjs";

const DIST = process.argv[2]
  ? pathToFileURL(`${resolve(process.argv[2])}/`)
  : new URL("../dist/", import.meta.url);
const build = weigher(DIST, "src/main.tsx");

build.check([
  ["JS, home", 105, () => build.visit("src/routes/home.tsx")],
  ["JS, list", 105, () => build.visit("src/routes/books.tsx")],
  ["JS, book", 105, () => build.visit("src/routes/book.tsx")],
  ["JS, content page", 105, () => build.visit("src/routes/page.tsx")],
  ["player, added", 12, () => build.addition(["src/routes/player.tsx"])],
  ["checkout, added", 8, () => build.addition(["src/routes/cart.tsx", "src/routes/payment.tsx"])],
  ["sign-in, added", 6, () => build.addition(["src/routes/login.tsx"])],
  ["registration, added", 6, () => build.addition(["src/routes/register.tsx"])],
  ["CSS", 10, build.css],
  ["fonts", 60, build.fonts],
]);
