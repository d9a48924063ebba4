// Texts of the first download. Those of other screens are in screens/, by feature; those that the
// server's templates print too are in shared.json.
import shared from "./shared.json" with { type: "json" };

export { shared };

export const strings = {
  common: {
    loadError: "Viga andmete laadimisel",
    retry: "Proovi uuesti",
    offline: "Ühendus serveriga puudub. Kontrolli võrku ja proovi uuesti.",
    tooManyRequests: "Liiga palju katseid. Palun oota veidi ja proovi uuesti.",
    pending: "Laadin …",
    sessionExpired: "Teie sessioon on aegunud, palun logige uuesti sisse.",
    fileError: "Audio faili viga",
    closeNotice: "Sulge teade",
  },
  dialog: { close: shared.close, cancel: "Tühista" },
  layout: {
    staging: "Tegemist on staging keskkonnaga!",
    cartCount: (count: number) => `Ostukorv (${count})`,
    crashTitle: "Midagi läks valesti",
    crashText: "Palun proovi uuesti. Kui viga kordub, kirjuta meie klienditoele: ",
    supportFallback: "abi@heliriiul.test",
  },
  catalogue: {
    listen: "Kuula",
    addFree: "Lisa tasuta riiulisse",
    added: 'Raamat edukalt lisatud! Kuulamiseks vajuta nuppu "kuula".',
    addFailed: "Raamatu lisamine ebaõnnestus. Palun proovi uuesti.",
    addTitle: "Lisa raamat",
    addQuestion: (title: string) => `Kas lisan raamatu „${title}“ sinu riiulisse?`,
    inCartTitle: "Raamat ostukorvi lisatud",
    toCart: "Vaata ostukorvi",
    goOn: "Jätka sirvimist",
    partner: "Kuula partneri juures",
    ordinaryPrice: "Tavahind",
    subscriptionBook: "Paketiraamat",
    boughtBook: "Ostetud raamat",
    count: (total: number) => `${total} ${total === 1 ? shared.bookOne : shared.bookMany}`,
    found: (total: number, search: string) =>
      `${total} ${total === 1 ? shared.bookOne : shared.bookMany} ${shared.foundFor} „${search}“`,
  },
};
