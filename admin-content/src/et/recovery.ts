export const recoveryStrings = {
  title: "Siin on salvestamata muudatusi",
  text: (at: string) => `Need jäid sellesse brauserisse ${at}. Serveris neid ei ole.`,
  restore: "Taasta muudatused",
  discard: "Viska ära",
  restored: "Salvestamata muudatused on taastatud.",
};
