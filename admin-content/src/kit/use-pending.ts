import { useState } from "react";

/** Returns the flag, and the action that sets it while it runs. */
export function usePending<Parameters extends unknown[]>(
  action: (...parameters: Parameters) => Promise<unknown> | unknown,
): [pending: boolean, run: (...parameters: Parameters) => Promise<void>] {
  const [pending, setPending] = useState(false);
  const run = async (...parameters: Parameters) => {
    setPending(true);
    try {
      await action(...parameters);
    } finally {
      setPending(false);
    }
  };
  return [pending, run];
}
