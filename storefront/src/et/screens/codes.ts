// Texts of gift cards and discount codes for subscriptions.

export const codeStrings = {
  activate: "Aktiveeri",
  giftTitle: "Kinkekaart",
  giftPanel: "Aktiveeri kinkekaart",
  giftLabel: "Kinkekood",
  giftLoggedOut: "Kinkekaardi aktiveerimiseks pead olema sisse logitud.",
  giftDone: "Kinkekaart on aktiveeritud",
  giftNotFound: "Kinkekaarti ei leitud",
  giftUsed: "Kinkekaart on juba aktiveeritud",
  giftFailed: "Kinkekaardi aktiveerimine ebaõnnestus",
  validUntil: (date: string) => `Sinu pakett kehtib nüüd kuni ${date}.`,
  discountTitle: "Aktiveeri paketi sooduskood",
  discountLead: "Sooduskood vähendab sinu järgmiste paketimaksete hinda.",
  discountLabel: "Sooduskood",
  discountLoggedOut: "Sooduskoodi aktiveerimiseks pead olema sisse logitud.",
  discountDone: "Sooduskood on aktiveeritud",
  discountNotFound: "Sooduskoodi ei leitud või see ei ole enam aktiivne",
  discountFailed: "Sooduskoodi aktiveerimine ebaõnnestus",
  discountNow: (percent: number) => `Sinu pakett on nüüd ${percent}% soodsam.`,
  choosePlan: "Vali pakett",
  account: "Minu konto",
};
