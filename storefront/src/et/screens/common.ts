export const subscriptionStrings = {
  account: "Minu konto",
  subscription: "Pakett",
  choosePlan: "Vali pakett",
  changePlan: "Vaheta paketti",
  join: "Liitu paketiga",
  confirm: "Kinnita",
  inProgress: "Üks sinu makse on just pooleli. Proovi minuti pärast uuesti.",
  resume: "Jätka paketti",
  resumed: "Sinu pakett jätkub.",
  resumeText: (plan: string, amount: string, date: string) =>
    `Kui jätkad, on järgmine makse ${date}: ${plan}, ${amount}.`,
  grace: "Viimane paketimakse ebaõnnestus",
  changeCard: "Muuda kaardiandmeid",
  changeCardNote: "Muutmine toimub 0€ maksega",
  activateGift: "Aktiveeri kinkekaart",
  activateDiscount: "Aktiveeri sooduskood",
};
