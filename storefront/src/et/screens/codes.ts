import { orderStrings } from "./checkout.ts";
import { subscriptionStrings } from "./common.ts";

export const codeStrings = {
  ...subscriptionStrings,
  ...orderStrings,
  activate: "Aktiveeri",
  giftTitle: "Kinkekaart",
  giftLabel: "Kinkekood",
  giftLoggedOut: "Kinkekaardi aktiveerimiseks pead olema sisse logitud.",
  giftDone: "Kinkekaart on aktiveeritud",
  giftNotFound: "Kinkekaarti ei leitud",
  giftUsed: "Kinkekaart on juba aktiveeritud",
  giftFailed: "Kinkekaardi aktiveerimine ebaõnnestus",
  validUntil: (date: string) => `Sinu pakett kehtib nüüd kuni ${date}.`,
  discountTitle: "Aktiveeri paketi sooduskood",
  discountLead: "Sooduskood vähendab sinu järgmiste paketimaksete hinda.",
  discountLoggedOut: "Sooduskoodi aktiveerimiseks pead olema sisse logitud.",
  discountDone: "Sooduskood on aktiveeritud",
  discountFailed: "Sooduskoodi aktiveerimine ebaõnnestus",
  discountNow: (percent: number) => `Sinu pakett on nüüd ${percent}% soodsam.`,
};
