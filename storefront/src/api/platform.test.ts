import { expect, it, vi } from "vitest";
import { isApp } from "./platform.ts";

const cookie = (text: string) => vi.spyOn(document, "cookie", "get").mockReturnValue(text);
const agent = (text: string) => vi.spyOn(navigator, "userAgent", "get").mockReturnValue(text);

it.each([
  ["", "Mozilla/5.0", "web", false],
  ["hr_platform=app", "Mozilla/5.0", "web", true],
  ["hr_session=1; hr_platform=app; hr_theme=dark", "Mozilla/5.0", "web", true],
  ["hr_platform=web", "Mozilla/5.0", "web", false],
  ["hr_platform=apple", "Mozilla/5.0", "web", false],
  ["xhr_platform=app", "Mozilla/5.0", "web", false],
  ["", "Mozilla/5.0 (iPhone) HeliriiulApp/2.1", "web", true],
  ["", "Mozilla/5.0 (iPhone) NotHeliriiulApp/2.1", "web", false],
  ["", "Mozilla/5.0", "app", true],
] as const)("cookie %j, agent %j, server %s: %s", (jar, userAgent, server, app) => {
  cookie(jar);
  agent(userAgent);
  expect(isApp(server)).toBe(app);
});
