import type { Proposal } from "#app/operator/types.ts";

export const incidentStrings = {
  title: "Vaja otsust",
  lead: "Maksed ja tööd, mille üle pood ise otsustada ei saa. Vanimad on ees.",
  open: "Lahtised",
  resolved: "Lahendatud",
  none: "Kõik on lahendatud. Siia ilmub uus kirje, kui mõni makse vajab otsust.",
  noneResolved: "Midagi ei ole veel lahendatud.",
  resolvedAt: (at: string) => `Lahendatud ${at}`,
  otherwise: "Lahenda muul viisil",
  otherwiseTitle: "Lahenda muul viisil",
  otherwiseText:
    "Kirje märgitakse lahendatuks. Pood ise ei tee midagi: kasuta seda siis, kui asi on lahendatud mujal.",
  resolve: "Märgi lahendatuks",
  wasResolved: "Lahendatud.",
  wasRetried: "Töö proovib kohe uuesti. Kirje sulgub, kui töö õnnestub.",
};

type Words = { title: string; text: string };

export const incidentKinds: Record<string, Words> = {
  "book-vanished": {
    title: "Makstud raamatut ei saanud anda",
    text: "Raamat kadus poest enne makse saabumist. Raamatu hind tuleb tagastada.",
  },
  "paid-twice": {
    title: "Makstud kaks korda",
    text: "Sama ostu eest on raha laekunud teist korda. Teine makse tuleb tagastada.",
  },
  "nothing-to-deliver": {
    title: "Makse, mille eest pole enam midagi anda",
    text: "Raha laekus siis, kui makstut enam anda ei saanud. Summa tuleb tagastada.",
  },
  "amount-differs": {
    title: "Summa ei klapi",
    text: "Makse summa, valuuta või pood on oodatust erinev. Kaupa ei antud.",
  },
  "unknown-transaction": {
    title: "Tundmatu makse",
    text: "Makseteenus teatas maksest, mida pood ei tunne.",
  },
  "late-payment": {
    title: "Hilinenud makse soodushinnaga",
    text: "Kaup on antud, kuigi sooduskoodi kasutuskorrad olid vahepeal otsas.",
  },
  "charge-unanswered": {
    title: "Kaardimakse tulemus on teadmata",
    text: "Makseteenus ei vastanud, kas kaardilt võeti raha.",
  },
  "refund-failed": {
    title: "Tagasimakse ebaõnnestus",
    text: "Pank ei saanud raha tagasi kanda. Raha tuleb tagastada muul viisil.",
  },
  "job-fails": {
    title: "Taustatöö ei õnnestu",
    text: "Töö on ebaõnnestunud pool päeva järjest. Pood proovib edasi.",
  },
  withdrawal: {
    title: "Ostust taganetud",
    text: "Ostja on lepingust taganenud. Raha tuleb tagastada 14 päeva jooksul.",
  },
  "transaction-lost": {
    title: "Makseteenus ei tunne oma makset",
    text: "Makseteenusel ei ole makset, mille ta ise lõi.",
  },
};

export const proposals: Record<Exclude<Proposal, "refund">, string> = {
  "retry-job": "Proovi uuesti",
  "ask-provider": "Küsi makseteenuselt",
  accept: "Märgi lahendatuks",
};

export const refundProposal = (amount: string): string => `Tagasta ${amount}`;

export const proposalTexts: Record<Proposal, string> = {
  refund: "Raha saadetakse makseteenuse kaudu tagasi samale kontole või kaardile, kust see tuli.",
  "retry-job": "Töö tehakse kohe uuesti. Kirje sulgub ise, kui töö õnnestub.",
  "ask-provider": "Pood küsib makseteenuselt makse praegust seisu ja talitab selle järgi.",
  accept: "Kirje märgitakse lahendatuks. Raha ei liigu.",
};

export const proposalReasons: Record<Proposal, string> = {
  refund: "Tagastan liigse makse",
  "retry-job": "Viga on kõrvaldatud",
  "ask-provider": "Kontrollin makse seisu",
  accept: "Vaatasin üle",
};
