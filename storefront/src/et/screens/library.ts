export const libraryStrings = {
  listen: (title: string) => `Kuula: ${title}`,
  details: "Raamatu info",
  count: (count: number) => (count === 1 ? "1 raamat" : `${count} raamatut`),
  findMore: "Leia uus raamat",
};
