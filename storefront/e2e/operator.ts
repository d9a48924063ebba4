// The operator at the command line. The program finds the store by the same settings
// as the server, which the tests are started with.
import { execFileSync } from "node:child_process";

export function operate(...command: string[]): string {
  const program = process.env.HELIRIIUL_E2E_PROGRAM;
  if (!program) throw new Error("HELIRIIUL_E2E_PROGRAM names the store's program");
  // The program refuses unknown settings, so the tests' own variables are removed.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith("HELIRIIUL_E2E_")),
  );
  return execFileSync(program, command, {
    env,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
}
