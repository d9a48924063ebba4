export const orderStrings = {
  title: { slider: "Raamaturidade järjekord", page: "Lehtede järjekord" },
  lead: {
    slider: "Avaleht näitab ridu selles järjekorras. Iga muudatus on poes kohe.",
    page: "Poe jalus näitab oma lehti selles järjekorras. Iga muudatus on poes kohe.",
  },
  up: (title: string) => `Liiguta ettepoole: ${title}`,
  down: (title: string) => `Liiguta tahapoole: ${title}`,
  failed: "Järjekorra muutmine ebaõnnestus.",
};
