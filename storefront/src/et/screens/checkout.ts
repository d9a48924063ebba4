// Texts of paying and of the thanks afterwards.

export const checkoutStrings = {
  title: "Maksmine",
  preparing: "Valmistame makset ette …",
  banklinks: "Pangalink",
  cards: "Pangakaart",
  payWith: (name: string) => `Maksa: ${name}`,
  opening: "Suuname sind makselehele …",
  order: (number: string) => `Tellimus ${number}`,
  amount: "Maksta",
  safe: "Makse toimub sinu panga või kaardimakse turvalisel lehel.",
  backToCart: "Tagasi ostukorvi",
  noMethods: "Ühtegi makseviisi ei ole praegu saadaval.",
  failed: "Makse alustamine ebaõnnestus.",
  unavailable: "Makseteenus ei vasta. Palun proovi mõne minuti pärast uuesti.",
  changed: "Mõnda raamatut ei saa enam osta. Palun vaata ostukorv üle.",
  thanksTitle: "Täname!",
  thanks: "Täname ostu eest, audioraamat lisatakse Sinu riiulile.",
  toLibrary: "Minu raamatud",
  confirming: "Ootame panga kinnitust …",
  confirmingText: "See võtab tavaliselt mõne sekundi. Palun ära sulge seda lehte.",
  confirmingLong:
    "Kinnitus võtab oodatust kauem aega. Raamat ilmub sinu riiulisse kohe, kui pank makse kinnitab, ka siis, kui selle lehe sulged.",
  toOrders: "Vaata tellimusi",
  refunded: "Selle tellimuse raha on tagastatud.",
  unknownOrder: "Tellimust ei leitud.",
};
