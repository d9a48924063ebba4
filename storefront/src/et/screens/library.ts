// Texts of the library.

export const libraryStrings = {
  title: "Minu raamatud",
  listen: (title: string) => `Kuula: ${title}`,
  details: "Raamatu info",
  count: (count: number) => (count === 1 ? "1 raamat" : `${count} raamatut`),
  findMore: "Leia uus raamat",
};
