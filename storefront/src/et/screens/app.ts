export const appStrings = {
  linksLabel: "Ostukorv ja teave",
  landingTitle: "Eesti audioraamatud sinu taskus",
  landingText: "Logi sisse ja kuula edasi sealt, kus pooleli jäi.",
  storesText: "Uuenda rakendust või jaga seda sõbraga:",
  waitingEmail: "Kinnita oma meiliaadress",
  waitingChecking: "See leht läheb ise edasi, kui aadress on kinnitatud.",
  choosePlanTitle: "Vali, mida kuulata",
  choosePlanText:
    "Sul ei ole veel kuulamispaketti. Paketiga kuulad kogu riiulit, üksikuid raamatuid saad osta ka ilma paketita.",
  toProfile: "Ava profiil",
};
