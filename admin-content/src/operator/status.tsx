export type Tone = "good" | "bad" | "waiting" | "plain";

const LOOKS: Record<Tone, string> = {
  good: "desk-status--published",
  bad: "op-status--bad",
  waiting: "desk-status--changed",
  plain: "",
};

/** Green for what is as it should be, red for a failure, gold for what waits. */
const TONES: Record<string, Tone> = {
  paid: "good",
  COMPLETED: "good",
  SETTLED: "good",
  active: "good",
  trial: "good",
  unused: "good",
  open: "waiting",
  charging: "waiting",
  CREATED: "waiting",
  PENDING: "waiting",
  APPROVED: "waiting",
  SENT: "waiting",
  planned: "waiting",
  sending: "waiting",
  stopped: "waiting",
  grace: "bad",
  failed: "bad",
  declined: "bad",
  FAILED: "bad",
  refused: "bad",
  lost: "bad",
};

export function Status({ state, label }: { state: string; label: string }) {
  return <span className={`desk-status ${LOOKS[TONES[state] ?? "plain"]}`}>{label}</span>;
}
