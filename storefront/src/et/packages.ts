// Texts of the packages' page.

export const packageStrings = {
  title: "Paketid",
  lead: "Pakett avab kõik paketiraamatud. Vali, kui palju soovid kuulata.",
  notYet:
    "Paketiga ei saa veebis veel liituda. Seni osta raamatuid ükshaaval: ostetud raamat jääb sinu riiulisse alatiseks.",
};
