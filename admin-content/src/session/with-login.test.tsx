import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { api } from "storefront/api/client.ts";
import { fakeServer, problem } from "storefront/testing/server.ts";
import { expect, it } from "vitest";
import { ACCOUNT } from "#app/testing/session.ts";
import { LoginDialog } from "./login-dialog.tsx";
import { endSession, startSession } from "./session.ts";
import { withLogin } from "./with-login.ts";

const user = userEvent.setup();

const account = { ...ACCOUNT, apiToken: "t2" };

const outcomes: unknown[] = [];

function Caller() {
  const call = async (call: "GET /desk/books" | "GET /desk/images") => {
    outcomes.push(await withLogin(() => api(call)).catch(String));
  };
  return (
    <>
      <button type="button" onClick={() => call("GET /desk/books")}>
        Küsi raamatuid
      </button>
      <button type="button" onClick={() => call("GET /desk/images")}>
        Küsi pilte
      </button>
      <LoginDialog />
    </>
  );
}

/** Returns 401 until a login. */
function closedServer() {
  const behind = (answer: string) => () =>
    server.count("POST /login") === 0 ? problem(401, "unauthorized") : answer;
  const server = fakeServer({
    "GET /desk/books": behind("raamatud"),
    "GET /desk/images": behind("pildid"),
    "POST /login": account,
  });
  return server;
}

async function logIn() {
  await user.type(await screen.findByLabelText("Meiliaadress"), account.email);
  await user.type(screen.getByLabelText("Parool"), "heliriiul{Enter}");
}

it("asks for a login when the session has ended, and makes the call again after it", async () => {
  const server = closedServer();
  render(<Caller />);
  await user.click(screen.getByText("Küsi raamatuid"));
  await logIn();
  await expect.poll(() => outcomes.pop()).toBe("raamatud");
  expect(screen.queryByText("Sessioon on lõppenud")).toBeNull();
  expect(server.asked.at(-1)?.headers.get("Api-Token")).toBe("t2");
});

it("asks once for all that wait", async () => {
  const server = closedServer();
  render(<Caller />);
  const buttons = ["Küsi raamatuid", "Küsi pilte"].map((name) => screen.getByText(name));
  for (const button of buttons) await user.click(button);
  await screen.findByText("Sessioon on lõppenud");
  await logIn();
  await expect.poll(() => outcomes.splice(0).sort()).toEqual(["pildid", "raamatud"]);
  expect(server.count("POST /login")).toBe(1);
});

it("knows who it was also after a logout in another tab", async () => {
  closedServer();
  await startSession(account.email, "heliriiul");
  const server = fakeServer({ "GET /desk/books": problem(401, "unauthorized") });
  render(<Caller />);
  endSession();
  await user.click(screen.getByText("Küsi raamatuid"));
  expect(await screen.findByLabelText("Meiliaadress")).toHaveValue(account.email);
  expect(server.count("GET /desk/books")).toBe(1);
  await user.click(screen.getByRole("button", { name: "Sulge" }));
});

it("gives the refusal on when nobody logs in, and other failures at once", async () => {
  const server = fakeServer({ "GET /desk/books": problem(401, "unauthorized") });
  render(<Caller />);
  await user.click(screen.getByText("Küsi raamatuid"));
  await screen.findByText("Sessioon on lõppenud");
  await user.click(screen.getByRole("button", { name: "Sulge" }));
  await expect.poll(() => outcomes.pop()).toBe("ApiError: 401 unauthorized");
  server.answers["GET /desk/books"] = problem(500, "internal");
  await user.click(screen.getByText("Küsi raamatuid"));
  await expect.poll(() => outcomes.pop()).toBe("ApiError: 500 internal");
});
