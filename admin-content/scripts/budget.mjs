// What the desk downloads: its shell, the lazy editor, styles and fonts. Fails above the budgets.
import { weigher } from "../../storefront/scripts/weigher.mjs";

const build = weigher(new URL("../dist/", import.meta.url), "index.html");

build.check([
  ["JS, shell", 100, () => build.visit()],
  ["editor, added", 125, () => build.addition(["src/features/document/document-screen.tsx"])],
  ["CSS", 10, build.css],
  ["fonts", 60, build.fonts],
]);
