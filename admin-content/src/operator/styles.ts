import { ApiError } from "storefront/api/errors.ts";
import address from "./operator.css?url";

let loading: Promise<void> | undefined;

/** Loads the stylesheet of the admins' screens once. It follows the desk's own, whose rules it refines. */
export function loadStyles(): Promise<void> {
  loading ??= new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = address;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      loading = undefined;
      reject(new ApiError({ type: "about:blank", title: address, status: 0, code: "network" }));
    };
    document.head.append(link);
  });
  return loading;
}
