// /card-change-complete
export { CardChangedScreen as Component } from "#app/features/packages/paid-screen.tsx";
