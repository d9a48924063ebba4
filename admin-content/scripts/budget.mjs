// What the desk downloads: its shell, the lazy editor, styles and fonts. Fails above the budgets.
import { weigher } from "../../storefront/scripts/weigher.mjs";

const build = weigher(new URL("../dist/", import.meta.url), "index.html");

// All screens of the admins together.
const screens = [
  "incidents/incidents-screen",
  "people/people-screen",
  "person/person-screen",
  "sales/sales-screens",
  "gift-cards/gift-cards-screen",
  "gift-cards/new-gift-cards-screen",
  "discounts/discounts-screen",
  "discounts/new-discounts-screen",
  "discounts/uses-screen",
  "jobs/jobs-screen",
  "reports/sales-report",
  "reports/listening-report",
];
const operator = [
  "src/operator-routes.tsx",
  ...screens.map((screen) => `src/features/${screen}.tsx`),
];

build.check([
  ["JS, shell", 100, () => build.visit()],
  ["editor, added", 125, () => build.addition(["src/features/document/document-screen.tsx"])],
  ["admins, added", 40, () => build.addition(operator)],
  ["CSS", 10, build.css],
  ["fonts", 60, build.fonts],
]);
