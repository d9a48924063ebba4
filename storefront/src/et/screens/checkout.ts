export const paymentStrings = {
  preparing: "Valmistame makset ette …",
  startFailed: "Makse alustamine ebaõnnestus.",
  unavailable: "Makseteenus ei vasta. Palun proovi mõne minuti pärast uuesti.",
  confirming: "Ootame panga kinnitust …",
  confirmingText: "See võtab tavaliselt mõne sekundi. Palun ära sulge seda lehte.",
};

export const consentStrings = {
  consent:
    "Soovin kohe kuulama hakata ja kinnitan, et sellega lõpeb minu 14-päevane taganemisõigus.",
  withoutConsent:
    "Märge ei ole kohustuslik. Ilma selleta saad samuti kohe kuulata ja sulle jääb 14 päeva taganemisõigust.",
  orderAndPay: "Telli ja maksa",
  seller: "Müüja",
  terms: "Kasutustingimused",
  withdrawal: "Lepingust taganemine",
};

export const orderStrings = {
  orderNumber: (number: string) => `Tellimus ${number}`,
  total: "Kokku",
  discountLabel: "Sooduskood",
  discountNotFound: "Sooduskoodi ei leitud või see ei ole enam aktiivne",
};

export const checkoutStrings = {
  ...orderStrings,
  ...paymentStrings,
  ...consentStrings,
  title: "Maksmine",
  banklinks: "Pangalink",
  cards: "Pangakaart",
  payWith: (name: string) => `Telli ja maksa: ${name}`,
  opening: "Suuname sind makselehele …",
  amount: "Kokku koos käibemaksuga",
  safe: "Makse toimub sinu panga või kaardimakse turvalisel lehel.",
  backToCart: "Tagasi ostukorvi",
  noMethods: "Ühtegi makseviisi ei ole praegu saadaval.",
  changed: "Mõnda raamatut ei saa enam osta. Palun vaata ostukorv üle.",
  thanksTitle: "Täname!",
  thanks: "Täname ostu eest, audioraamat lisatakse Sinu riiulile.",
  confirmingLong:
    "Kinnitus võtab oodatust kauem aega. Raamat ilmub sinu riiulisse kohe, kui pank makse kinnitab, ka siis, kui selle lehe sulged.",
  toOrders: "Vaata tellimusi",
  refunded: "Selle tellimuse raha on tagastatud.",
  unknownOrder: "Tellimust ei leitud.",
};
