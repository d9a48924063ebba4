// Only one sound at a time: whoever begins silences the one before, in this tab and in the others.

type Stop = () => void;

let holder: Stop | null = null;
let channel: BroadcastChannel | null = null;

/** `stop` is called when another sound begins. Called again by the same holder it does nothing. */
export function takeSound(stop: Stop): void {
  if (!channel && typeof BroadcastChannel === "function") {
    channel = new BroadcastChannel("heliriiul.sound");
    channel.onmessage = () => holder?.();
  }
  const before = holder;
  holder = stop;
  if (before !== stop) before?.();
  channel?.postMessage("begins");
}

/** The holder is gone for good. */
export function leaveSound(stop: Stop): void {
  if (holder === stop) holder = null;
}
