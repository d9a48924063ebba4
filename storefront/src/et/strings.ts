// The texts that every screen needs. What only some screens need is beside this file by feature
// (auth.ts, cart.ts, …), so that a first visit does not download it; texts that the server's
// templates print too come from shared.json.
import shared from "./shared.json" with { type: "json" };

export { shared };

export const strings = {
  common: {
    productName: shared.productName,
    required: "See väli on kohustuslik.",
    close: "Sulge",
    cancel: "Tühista",
    loadError: "Viga andmete laadimisel",
    retry: "Proovi uuesti",
    offline: "Ühendus serveriga puudub. Kontrolli võrku ja proovi uuesti.",
    tooManyRequests: "Liiga palju katseid. Palun oota veidi ja proovi uuesti.",
    showPassword: "Näita parooli",
    hidePassword: "Peida parool",
    passwordShown: "Parool on nähtav",
    passwordHidden: "Parool on peidetud",
    errorSummary: "Palun paranda vead",
    pending: "Laadin …",
    sessionExpired: "Teie sessioon on aegunud, palun logige uuesti sisse.",
    fileError: "Audio faili viga",
    closeNotice: "Sulge teade",
    notices: shared.notices,
  },
  layout: {
    tabsLabel: shared.tabsLabel,
    shelfTab: shared.shelfTab,
    booksTab: shared.books,
    profileTab: shared.profileTab,
    staging: "Tegemist on staging keskkonnaga!",
    cartCount: (count: number) => `Ostukorv (${count})`,
    crashTitle: "Midagi läks valesti",
    crashText: (email: string) => ({
      before: "Palun proovi uuesti. Kui viga kordub, kirjuta meie klienditoele: ",
      email,
    }),
    reload: "Proovi uuesti",
    supportFallback: "abi@heliriiul.test",
  },
  catalogue: {
    listen: "Kuula",
    addFree: "Lisa tasuta riiulisse",
    added: 'Raamat edukalt lisatud! Kuulamiseks vajuta nuppu "kuula".',
    addFailed: "Raamatu lisamine ebaõnnestus. Palun proovi uuesti.",
    addTitle: "Lisa raamat",
    addQuestion: (title: string) => `Kas lisan raamatu „${title}“ sinu riiulisse?`,
    addConfirm: "Lisa riiulisse",
    inCartTitle: "Raamat ostukorvi lisatud",
    toCart: "Vaata ostukorvi",
    goOn: "Jätka sirvimist",
    partner: "Kuula partneri juures",
    ordinaryPrice: "Tavahind",
    count: (total: number) => `${total} ${total === 1 ? shared.bookOne : shared.bookMany}`,
    found: (total: number, search: string) =>
      `${total} ${total === 1 ? shared.bookOne : shared.bookMany} ${shared.foundFor} „${search}“`,
    nothingFound: shared.nothingFound,
  },
  library: {
    title: "Minu raamatud",
    subscriptionBook: "Paketiraamat",
    boughtBook: "Ostetud raamat",
    listen: (title: string) => `Kuula: ${title}`,
    details: "Raamatu info",
    count: (count: number) => (count === 1 ? "1 raamat" : `${count} raamatut`),
    findMore: "Leia uus raamat",
  },
};
