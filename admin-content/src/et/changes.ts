// Texts of the changes of books and images.

export const changesStrings = {
  title: "Muudatused",
  none: "Siin ei ole veel midagi muudetud.",
  loading: "Laadin …",
  failed: "Muudatuste laadimine ebaõnnestus.",
  store: "Pood",
  before: "Enne",
  after: "Pärast",
  restore: (field: string) => `Pane tagasi: ${field}`,
  restoreShort: "Pane tagasi",
  restored: "Vana väärtus on väljal. Vaata see üle ja salvesta.",
  acts: {
    create: "lisas",
    change: "muutis",
    replace: "asendas faili",
    cover: "asendas kaanepildi",
    sample: "asendas näidisklipi",
    import: "importis",
  } as Record<string, string>,
};
