// The lazy route of a document's history.
export { HistoryScreen as Component } from "./history-screen.tsx";
