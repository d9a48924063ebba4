// Starts the store: waits for the first route's code and data, then replaces the server's page.
import { HelmetProvider } from "react-helmet-async";
import { RouterProvider } from "react-router/dom";
import { listenForErrors } from "./api/report.ts";
import { mount } from "./layout/swap.tsx";
import { createAppRouter } from "./router.tsx";
import { startSession } from "./session/refresh.ts";
import "./styles/index.css";

listenForErrors();

const router = createAppRouter();

function start() {
  const root = document.getElementById("root");
  if (!root) return;
  startSession(() => router.revalidate());
  // Not needed for the first screen.
  import("./version.ts").then(({ watchVersion }) => watchVersion()).catch(() => {});
  mount(
    root,
    <HelmetProvider>
      <RouterProvider router={router} />
    </HelmetProvider>,
  );
}

if (router.state.initialized) start();
else {
  const stop = router.subscribe((state) => {
    if (!state.initialized) return;
    stop();
    start();
  });
}
