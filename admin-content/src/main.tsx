// Starts the desk when the data of the first screen is loaded.
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { createDeskRouter } from "./router.tsx";
import { applyTheme } from "./theme.ts";
import "./styles/index.css";

applyTheme();

const router = createDeskRouter();

function start() {
  const root = document.getElementById("root");
  if (root) createRoot(root).render(<RouterProvider router={router} />);
}

if (router.state.initialized) start();
else {
  const stop = router.subscribe((state) => {
    if (!state.initialized) return;
    stop();
    start();
  });
}
