import { render, screen } from "@testing-library/react";
import { Toaster } from "storefront/kit/toast.tsx";
import { expect, it, vi } from "vitest";
import { Loadable } from "./loadable.tsx";

function Greeting({ name }: { name: string; onClose: () => void }) {
  return <p>Tere, {name}</p>;
}

it("shows what has come, with what it was given", async () => {
  const load = async () => Greeting;
  render(<Loadable load={load} props={{ name: "Mari", onClose: () => {} }} />);
  expect(await screen.findByText("Tere, Mari")).toBeInTheDocument();
});

it("leaves the screen as it is when it does not come", async () => {
  const load = () => Promise.reject(new TypeError("network"));
  const onClose = vi.fn();
  render(
    <>
      <p>Tekst</p>
      <Loadable load={load} props={{ name: "Mari", onClose }} />
      <Toaster label="Teated" closeLabel="Sulge" />
    </>,
  );
  expect(await screen.findByText(/Seda ei õnnestunud avada/)).toBeInTheDocument();
  expect(onClose).toHaveBeenCalledOnce();
  expect(screen.getByText("Tekst")).toBeInTheDocument();
});
