export const resetStrings = {
  forgotLead:
    "Sisesta oma konto meiliaadress ja saadame sulle lingi, millega saad määrata uue parooli.",
  sendLink: "Saada link",
  sendingLink: "Saadan linki …",
  linkSent: "Saatsime lingi parooli muutmiseks teie emailile.",
  linkFailed: "Parooli muutmise algatamine ebaõnnestus!",
  backToLogin: "Tagasi sisselogimise juurde",
  resetTitle: "Uus parool",
  resetLead: "Pärast parooli muutmist logime sind teistest seadmetest välja.",
  newPassword: "Uus parool",
  repeatNewPassword: "Korda uut parooli",
  changePassword: "Muuda parool",
  changingPassword: "Muudan parooli …",
  passwordChanged: "Parooli muutmine õnnestus!",
  passwordChangeFailed: "Parooli muutmine ebaõnnestus!",
  resetLinkExpired: "Link on aegunud või juba kasutatud.",
  newLink: "Küsi uus link",
};
