// Texts of what was done to books and pictures.

export const changesStrings = {
  title: "Muudatused",
  none: "Siin ei ole veel midagi muudetud.",
  loading: "Laadin …",
  failed: "Muudatuste laadimine ebaõnnestus.",
  store: "Pood",
  before: "Enne",
  after: "Pärast",
  putBack: (field: string) => `Pane tagasi: ${field}`,
  putBackShort: "Pane tagasi",
  isBack: "Vana väärtus on väljal. Vaata see üle ja salvesta.",
  acts: {
    create: "lisas",
    change: "muutis",
    replace: "asendas faili",
    cover: "asendas kaanepildi",
    sample: "asendas näidisklipi",
    import: "importis",
  } as Record<string, string>,
};
