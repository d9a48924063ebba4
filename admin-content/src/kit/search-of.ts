// What is searched, from the address.

export const searchOf = (request: Request): string =>
  new URL(request.url).searchParams.get("q") ?? "";
