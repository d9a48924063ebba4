// Texts that several screens of the operators share.
const needed = "See väli on kohustuslik.";

export const operatorStrings = {
  menu: "Halduse menüü",
  nav: {
    incidents: "Vaja otsust",
    people: "Inimesed",
    orders: "Tellimused",
    transactions: "Maksed",
    subscribers: "Tellijad",
    refunds: "Tagasimaksed",
    giftCards: "Kinkekaardid",
    discounts: "Sooduskoodid",
    jobs: "Taustatööd",
    reports: "Aruanded",
  },
  openIncidents: (count: number) => (count === 1 ? "1 lahtine" : `${count} lahtist`),
  previous: "Eelmised",
  next: "Järgmised",
  page: (number: number) => `Leht ${number}`,
  paging: "Lehed",
  filter: "Näita",
  all: "Kõik",
  nothing: "Siin ei ole midagi.",
  person: "Inimene",
  noPerson: "Inimene teadmata",
  number: "Number",
  amount: "Summa",
  status: "Olek",
  created: "Loodud",
  actions: "Tegevused",
  reason: "Põhjus",
  reasonHint: "Põhjus jääb koos sinu nimega sündmuste ajalukku.",
  detail: "Üksikasjad (inglise keeles)",
  refund: "Tagasta",
  copy: "Kopeeri",
  copied: "Kopeeritud.",
  copyFailed: "Kopeerimine ei õnnestunud. Vali tekst ja kopeeri see ise.",
  downloadCsv: "Laadi alla CSV",
  downloadFailed: "Faili allalaadimine ebaõnnestus.",
  done: "Tehtud.",
};

/** Messages of fields, by `field:code` or the code alone. */
const FIELD_ERRORS: Record<string, string> = {
  required: needed,
  "too-long": "Tekst on liiga pikk.",
  invalid: "Väärtus ei sobi.",
  "out-of-range": "Arv ei sobi.",
  "reason:required": "Kirjuta põhjus.",
  "reason:too-long": "Põhjus võib olla kuni 200 märki.",
  "amount:required": "Kirjuta summa.",
  "amount:invalid": "Kirjuta summa eurodes, näiteks 9,90.",
  "amount:out-of-range": "Summa peab olema suurem kui null.",
  "amount:too-large": "Summa on suurem, kui tagastada saab.",
  "days:out-of-range": "Kirjuta päevade arv 1 kuni 366.",
  "months:out-of-range": "Kirjuta kuude arv 1 kuni 36.",
  "count:out-of-range": "Kirjuta arv 1 kuni 1000.",
  "percent:out-of-range": "Kirjuta protsent 1 kuni 100.",
  "maxUses:out-of-range": "Kirjuta arv alates 1 või jäta tühjaks.",
  "maxPerUser:out-of-range": "Kirjuta arv alates 1 või jäta tühjaks.",
  "day:required": "Vali päev.",
  "day:invalid": "Vali päev.",
  "day:too-early": "Vali praegusest uuendamise päevast hilisem päev.",
  "day:too-late": "Uuendamist saab edasi lükata kuni 366 päeva.",
  "validFrom:invalid": "Vali päev.",
  "validUntil:invalid": "Vali päev.",
  "validUntil:too-early": "Viimane päev on liiga varane.",
  "code:required": "Kirjuta kood.",
  "code:too-long": "Kood võib olla kuni 30 märki.",
  "code:taken": "Selline kood on juba olemas. Vali teine.",
  "note:too-long": "Märkus võib olla kuni 200 märki.",
  "from:invalid": "Vali esimene päev.",
  "until:invalid": "Vali viimane päev.",
  "until:too-early": "Viimane päev on esimesest varasem.",
};

export const fieldError = (field: string, code: string): string =>
  FIELD_ERRORS[`${field}:${code}`] ?? FIELD_ERRORS[code] ?? "Väärtus ei sobi.";

/** What an admin can do about a refused call, by the problem's code. */
export const refusals: Record<string, string> = {
  conflict:
    "Seda ei saa praeguses seisus teha: midagi on vahepeal muutunud. Värskenda lehte ja vaata üle.",
  "payment-in-progress":
    "Selle inimese makse või tagasimakse on parasjagu pooleli. Oota mõni minut ja proovi uuesti.",
  "package-required": "Inimesel ei ole praegu kehtivat paketti.",
  "refund-too-large": "Nii palju ei ole enam tagastada. Värskenda lehte ja vaata jääk üle.",
  "refund-in-progress":
    "Selle makse teine tagasimakse on pooleli. Oota mõni minut ja proovi uuesti.",
  "refunded-already": "See on juba tagastatud. Värskenda lehte.",
  "refund-refused": "Makseteenus keeldus tagasimaksest. Vaata seda makset makseteenuse portaalis.",
  "incident-resolved": "See on juba lahendatud. Värskenda lehte.",
  "not-found": "Seda ei ole enam olemas või on see juba tehtud. Värskenda lehte.",
  "provider-unavailable":
    "Makseteenus ei vasta. Proovi mõne minuti pärast uuesti: sama tegevust ei tehta kaks korda.",
  unavailable: "Pood ei ole hetkel kättesaadav. Proovi mõne minuti pärast uuesti.",
  forbidden: "Selleks on vaja halduri õigusi.",
};

export const failures = {
  failed: "See ebaõnnestus.",
  kept: "Sinu kirjutatu on siin alles.",
};
