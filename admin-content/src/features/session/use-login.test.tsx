import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { api } from "storefront/api/client.ts";
import { fakeServer, problem } from "storefront/testing/server.ts";
import { expect, it } from "vitest";
import { useLogin } from "./use-login.tsx";

const account = {
  email: "toimetaja@heliriiul.test",
  firstName: "Tiina",
  lastName: "Toimetaja",
  apiToken: "t2",
  role: "editor",
};

const outcomes: string[] = [];

function Caller() {
  const { ask, login } = useLogin();
  const call = async () => {
    const answer = await ask(() => api<string>("/desk/books")).catch((error) => String(error));
    outcomes.push(answer);
  };
  return (
    <>
      <button type="button" onClick={call}>
        Küsi
      </button>
      {login}
    </>
  );
}

it("asks for a login when the session has ended, and makes the call again after it", async () => {
  const user = userEvent.setup();
  const server = fakeServer({
    "GET /desk/books": () =>
      server.count("POST /login") === 0 ? problem(401, "unauthorized") : "raamatud",
    "POST /login": account,
  });
  render(<Caller />);
  await user.click(screen.getByText("Küsi"));
  await user.type(await screen.findByLabelText("Meiliaadress"), account.email);
  await user.type(screen.getByLabelText("Parool"), "heliriiul{Enter}");
  await expect.poll(() => outcomes.pop()).toBe("raamatud");
  expect(screen.queryByText("Sessioon on lõppenud")).toBeNull();
  expect(server.asked.at(-1)?.headers.get("Api-Token")).toBe("t2");
});

it("gives the refusal on when nobody logs in, and other failures at once", async () => {
  const user = userEvent.setup();
  const server = fakeServer({ "GET /desk/books": problem(401, "unauthorized") });
  render(<Caller />);
  await user.click(screen.getByText("Küsi"));
  await screen.findByText("Sessioon on lõppenud");
  await user.click(screen.getByRole("button", { name: "Sulge" }));
  await expect.poll(() => outcomes.pop()).toBe("ApiError: 401 unauthorized");
  server.answers["GET /desk/books"] = problem(500, "internal");
  await user.click(screen.getByText("Küsi"));
  await expect.poll(() => outcomes.pop()).toBe("ApiError: 500 internal");
});
