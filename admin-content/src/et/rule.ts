export const ruleStrings = {
  legend: "Mida rida näitab",
  own: "Valin raamatud ise",
  newest: "Uuemad",
  popular: "Enim kuulatud",
  category: "Kategooria",
  count: "Raamatute arv",
  countHint: (most: number) => `1 kuni ${most}. Rida täieneb ise.`,
  chooseCategory: "Kategooria, mille raamatuid näidatakse",
  noCategory: "Vali kategooria",
};
