import type { Plan } from "#app/api/types.ts";
import { shared } from "#app/et/strings.ts";
import { consentStrings, paymentStrings } from "./checkout.ts";
import { subscriptionStrings } from "./common.ts";

export const planName = (plan: Plan) =>
  plan === "UNLIMITED" ? shared.planUnlimited : shared.planLimited;

const perMonth = (price: string) => `${price}${shared.perMonth}`;

/** The reduced price and the number of payments that have it; null: all. */
type Discounted = { price: string; payments: number | null };

function monthly(price: string, discounted: Discounted | null): string {
  if (!discounted) return perMonth(price);
  const { price: reduced, payments } = discounted;
  if (payments === null) return perMonth(reduced);
  const first = payments === 1 ? `1 kuu ${reduced}` : `${payments} kuud ${perMonth(reduced)}`;
  return `${first}, edasi ${perMonth(price)}`;
}

/** The amounts in euro for the dialog's sentences, which go on with "eurot". */
export function monthlyAmount(amount: string, discounted: Discounted | null): string {
  if (!discounted) return amount;
  const { price: reduced, payments } = discounted;
  if (payments === null) return reduced;
  const months = payments === 1 ? "1 kuu" : `${payments} kuud`;
  return `${reduced} eurot (${months}), edasi ${amount}`;
}

export const planStrings = {
  ...subscriptionStrings,
  lead: "Pakett avab kõik paketiraamatud. Vali, kui palju soovid kuulata.",
  monthly,
  trialOffer: "Proovi 2 nädalat tasuta",
  trialTerms: (monthly: string) => `Esimesed 2 nädalat on tasuta, seejärel ${monthly}.`,
  joinTerms: (monthly: string) => `Soodushind: ${monthly}.`,
  trial: (plan: Plan) => `Proovi 2 nädalat tasuta: ${planName(plan)}`,
  joinPlan: (plan: Plan) => `Liitu paketiga: ${planName(plan)}`,
  discount: (percent: number) => `Sinu sooduskood annab paketilt −${percent}%.`,
  terms:
    "Tasu võetakse kaardilt iga kuu automaatselt. Paketi saad igal ajal lõpetada oma konto lehel. Hinnad sisaldavad käibemaksu.",
  haveCode: "Kas sul on kinkekaart või sooduskood?",
  haveTitle: "Sul on juba pakett",
  have: (plan: Plan | null, date: string) =>
    `${plan ? planName(plan) : "Pakett"} kehtib kuni ${date}.`,
};

export const changeStrings = {
  ...subscriptionStrings,
  joinUnlimited: "Liitun piiramatu paketiga",
  title: "Paketi vahetamine",
  now: "Praegu on sul",
  until: (date: string) => `kehtib kuni ${date}`,
  trialUntil: (date: string) => `prooviperiood kestab kuni ${date}`,
  joinText: "Piiramatu paketiga kuulad nii palju, kui soovid. Vahetus hakkab kehtima kohe.",
  missing: "Puuduv summa praeguse perioodi lõpuni",
  missingText: "Selle võtame kohe sinu kaardilt.",
  missingNone: "Praegu ei ole vaja midagi juurde maksta.",
  later: (price: string) => `Edaspidi maksab pakett ${perMonth(price)}.`,
  confirmTitle: "Piiramatu paketiga liitumine",
  confirmPaid: (amount: string) => `Võtame sinu kaardilt kohe ${amount} ja vahetame paketi.`,
  confirmFree: "Vahetame paketi kohe. Praegu ei ole vaja midagi juurde maksta.",
  changed: "Sul on nüüd piiramatu pakett. Head kuulamist!",
  unlimitedText: (date: string) =>
    `Piiramatut paketti ei saa kohe vahetada. Uus pakett hakkab kehtima pärast makseperioodi lõppu, ${date}.`,
  scheduleDowngrade: "Vaheta paindliku paketi vastu",
  downgradeScheduled: (plan: Plan, date: string) =>
    `Vahetus on kirjas: ${planName(plan)} hakkab kehtima ${date}.`,
  downgradeHint: "Seni kehtib senine pakett. Kui mõtled ümber, saad vahetuse tagasi võtta.",
  cancelDowngrade: "Võta vahetus tagasi",
  downgradeCancelled: "Vahetus on tagasi võetud. Sinu pakett jääb samaks.",
  downgradeDone: "Vahetus on kirja pandud.",
  stopped: (date: string) => `Sinu pakett on lõpetatud ja kehtib kuni ${date}.`,
  graceText: (date: string) =>
    `Pank keeldus maksest. Proovime uuesti; kuulata saad kuni ${date}. Kontrolli, kas kaart kehtib ja sellel on raha, või lisa uus kaart.`,
  declined: "Pank keeldus maksest. Sinu pakett jäi samaks ja midagi maha ei võetud.",
  unanswered:
    "Pank ei ole veel vastanud. Uurime seda ise edasi ega võta raha kaks korda. Vaata mõne minuti pärast uuesti.",
  upgradeTooLate:
    "Makseperiood lõppes enne, kui pank makse kinnitas. Pakett jäi samaks ja me tagastame raha.",
  cardMissing: "Sinu kontol ei ole kehtivat kaarti. Lisa kaart ja proovi siis uuesti.",
  failed: "Paketi vahetamine ebaõnnestus.",
  addCard: "Lisa kaart",
  checkAgain: "Kontrolli uuesti",
};

export const cardStrings = {
  ...subscriptionStrings,
  ...paymentStrings,
  ...consentStrings,
  title: "Kaardimakse",
  titleTrial: "Tasuta prooviperiood",
  titleCard: "Kaardiandmete muutmine",
  opened: "Makseaken on avatud. Sisesta seal oma kaardi andmed.",
  reopen: "Ava makseaken",
  today: "Maksad täna, koos käibemaksuga",
  firstChargeNow: "Kuutasu võetakse kaardilt kohe ja edaspidi iga kuu samal päeval.",
  firstCharge: (date: string) =>
    `Esimene kuutasu võetakse kaardilt ${date}, edaspidi iga kuu samal päeval.`,
  howToStop:
    "Paketi saad igal ajal lõpetada oma konto lehel nupuga „Lõpeta pakett“. Siis kehtib see makstud aja lõpuni.",
  monthly: "Edaspidi",
  afterTrial: "Pärast 2 tasuta nädalat",
  otherPlan: "Vali teine pakett",
  safe: "Kaardiandmed sisestad makseteenuse turvalises aknas. Heliriiul neid ei näe.",
  confirmingLong:
    "Kinnitus võtab oodatust kauem aega. Kui pank makse kinnitab, hakkab see kehtima ka siis, kui selle lehe sulged.",
  cancelled: "Makse katkestati. Kaardilt ei võetud midagi.",
  failed: "Makse ebaõnnestus. Kontrolli kaardi andmeid või proovi teise kaardiga.",
  declined: "Pank keeldus maksest. Proovi uuesti või teise kaardiga.",
  expired: "Maksmise aeg sai läbi.",
  refunded: "Selle makse raha on tagastatud.",
  unknown: "Makset ei leitud.",
  scriptFailed: "Makseakna laadimine ebaõnnestus. Kontrolli võrku ja proovi uuesti.",
  alreadyActive: "Sul on juba kehtiv pakett.",
  trialUsed: "Oled tasuta prooviperioodi juba kasutanud. Paketiga saad liituda kohe.",
  subscriptionRequired: "Kaardiandmeid saab muuta siis, kui sul on pakett.",
  unknownPlan: "Sellist paketti ei ole.",
  linkExpired: "See makselink ei kehti enam. Ava leht rakendusest uuesti või jätka veebis.",
  onWeb: "Jätka veebis",
  // Texts in the dialog of the payment service.
  fee: (amount: string) => `Liikmetasu on ${amount} eurot kuus.`,
  feeAfterTrial: (amount: string) =>
    `Esimesed 2 nädalat on tasuta, seejärel on liikmetasu ${amount} eurot kuus.`,
  recurringTitle: "Püsimakse",
  recurring: (amount: string) =>
    `Liikmetasu ${amount} eurot võetakse kaardilt iga kuu automaatselt, kuni lõpetad paketi oma konto lehel.`,
  recurringCard: "Edaspidised paketimaksed võetakse sellelt kaardilt automaatselt.",
  confirmation: "Nõustun, et makseid võetakse minu kaardilt automaatselt.",
};

export const paidStrings = {
  ...subscriptionStrings,
  title: "Pakett on aktiveeritud",
  lead: "Täname ostu eest, pakett on aktiveeritud.",
  app: "Täname ostu eest, pakett on aktiveeritud. Kui soovid jätkata äpis, siis sulge veebilehitseja.",
  trialUntil: (date: string) => `Tasuta prooviperiood lõpeb ${date}.`,
  trialThen: (price: string) =>
    `Seejärel maksab pakett ${perMonth(price)}. Kui lõpetad paketi enne seda, ei võta me kaardilt midagi.`,
  until: (date: string) => `Pakett kehtib kuni ${date}.`,
  browse: "Vali raamat",
  confirming: "Aktiveerime paketti …",
  cardChanged: "Kaardiandmed uuendatud.",
  cardChangedText: "Järgmised paketimaksed võetakse uuelt kaardilt.",
};
