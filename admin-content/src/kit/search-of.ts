// The search in the address.

export const searchOf = (request: Request): string =>
  new URL(request.url).searchParams.get("q") ?? "";
