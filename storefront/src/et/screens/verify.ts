export const verifyStrings = {
  verifyTitle: "Meiliaadressi kinnitamine",
  verifying: "Kinnitame sinu meiliaadressi …",
  verified: "E-maili aadress on kinnitatud.",
  verifyFailed: "Tekkis viga meiliaadressi kinnitamisega. Palun proovige uuesti.",
  verifyNoToken: "Viga!",
  verifyNoTokenText: "Kinnituslink on poolik. Ava link kirjast uuesti või kopeeri see tervikuna.",
  verifyHint:
    "Kinnituslink kehtib 72 tundi ja töötab ühe korra. Uue lingi saad tellida oma konto lehelt.",
  notVerified: "Sinu meiliaadress on kinnitamata.",
  notVerifiedText: (email: string) =>
    `Saatsime kinnituslingi aadressile ${email}. Kui kirja ei ole, vaata ka rämpsposti kausta.`,
  resend: "Saada kinnituskiri uuesti",
  resending: "Saadan kirja …",
  resent: "Saatsime uue kinnituskirja.",
  resendFailed: "Kinnituskirja saatmine ebaõnnestus.",
};
