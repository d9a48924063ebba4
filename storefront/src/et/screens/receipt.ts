/** The name of a receipt or a credit note. */
export const receiptName = ({
  kind,
  number,
}: {
  kind: "receipt" | "credit-note";
  number: number;
}) => `${kind === "receipt" ? "Kviitung" : "Kreeditarve"} nr ${number}`;

export const receiptStrings = {
  back: "Tagasi kontole",
  print: "Prindi",
  send: "Saada e-postiga",
  sent: (email: string) => `Saatsime selle aadressile ${email}.`,
  sendFailed: "Saatmine ebaõnnestus.",
  cancelled: (date: string) =>
    `See kreeditarve tühistati ${date}, sest pank ei saanud raha tagasi maksta. Tegeleme sellega ja teeme tagasimakse kohta uue kreeditarve.`,
  date: "Kuupäev",
  credits: "Krediteerib",
  credited: (number: number, date: string) => `Kviitung nr ${number} (${date})`,
  order: "Tellimus",
  payment: "Makse",
  discountCode: "Sooduskood",
  seller: "Müüja",
  registryCode: (code: string) => `Registrikood ${code}`,
  vatNumber: (number: string) => `KMKR nr ${number}`,
  buyer: "Ostja",
  lines: "Read",
  text: "Nimetus",
  price: "Hind",
  listPrice: (price: string) => `tavahind ${price}`,
  total: "Kokku",
  vat: "Käibemaks",
  rate: "Määr",
  net: "Summa käibemaksuta",
};
