// Texts of several screens about subscriptions.

export const subscriptionStrings = {
  account: "Minu konto",
  subscription: "Pakett",
  choosePlan: "Vali pakett",
  changePlan: "Vaheta paketti",
  join: "Liitu paketiga",
  confirm: "Kinnita",
  resume: "Jätka paketti",
  resumed: "Sinu pakett jätkub.",
  grace: "Viimane paketimakse ebaõnnestus",
  changeCard: "Muuda kaardiandmeid",
  changeCardNote: "Muutmine toimub 0€ maksega",
  activateGift: "Aktiveeri kinkekaart",
  activateDiscount: "Aktiveeri sooduskood",
};
