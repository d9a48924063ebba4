// A separate store in a process that the test may kill: an empty data folder, a fixed port,
// one editor and no demo.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const OWN_EDITOR = { email: "oma.toimetaja@heliriiul.test", password: "saladus1" };

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (!address || typeof address === "string") throw new Error("no port");
  return address.port;
}

export type OwnServer = {
  base: string;
  start: () => Promise<void>;
  /** Kills the process by SIGKILL and waits for its end. */
  kill: () => Promise<void>;
  /** Stops the server and deletes its data. */
  drop: () => Promise<void>;
};

/** Prepares a store without starting it. */
export async function ownServer(): Promise<OwnServer> {
  const program = process.env.HELIRIIUL_E2E_PROGRAM;
  if (!program) throw new Error("HELIRIIUL_E2E_PROGRAM names the store's program");
  const data = mkdtempSync(join(tmpdir(), "heliriiul-run."));
  const listen = `127.0.0.1:${await freePort()}`;
  const base = `http://${listen}`;
  // It must not inherit the settings of the shared store.
  const shared = Object.entries(process.env).filter(([name]) => !name.startsWith("HELIRIIUL_"));
  const env = {
    ...Object.fromEntries(shared),
    HELIRIIUL_LISTEN: listen,
    HELIRIIUL_DATA_DIR: data,
    HELIRIIUL_PUBLIC_URL: base,
  };
  const { email, password } = OWN_EDITOR;
  const names = ["--first-name", "Oma", "--last-name", "Toimetaja"];
  execFileSync(program, ["user", "create", email, ...names, "--role", "editor"], {
    env,
    input: `${password}\n`,
    stdio: ["pipe", "ignore", "inherit"],
  });

  let server: ChildProcess | undefined;
  const kill = async () => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, "exit");
    server.kill("SIGKILL");
    await ended;
  };
  const start = async () => {
    const own = spawn(program, ["serve"], { env, stdio: "ignore" });
    server = own;
    const isReady = () =>
      fetch(`${base}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(await isReady())) {
      if (own.exitCode !== null) throw new Error("the server ended");
      await new Promise((done) => setTimeout(done, 50));
    }
  };
  const drop = async () => {
    await kill();
    rmSync(data, { recursive: true, force: true });
  };
  return { base, start, kill, drop };
}
