// Only one sound plays at a time: a new one stops the one before, in this tab and in others.

type Stop = () => void;

let holder: Stop | null = null;
let channel: BroadcastChannel | null = null;

/** `stop` is called when another sound starts. A second call by the same holder does nothing. */
export function takeAudioFocus(stop: Stop): void {
  if (!channel && typeof BroadcastChannel === "function") {
    channel = new BroadcastChannel("heliriiul.sound");
    channel.onmessage = () => holder?.();
  }
  const before = holder;
  holder = stop;
  if (before !== stop) before?.();
  channel?.postMessage("begins");
}

/** The holder does not play any more. */
export function releaseAudioFocus(stop: Stop): void {
  if (holder === stop) holder = null;
}
