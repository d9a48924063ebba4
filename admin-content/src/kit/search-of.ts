/** The search (?q=). */
export const searchOf = (request: Request): string =>
  new URL(request.url).searchParams.get("q") ?? "";

/** For `setSearchParams`: sets the parameter, or deletes it when it is empty. */
export const withParameter = (name: string, value: string) => (now: URLSearchParams) => {
  if (value) now.set(name, value);
  else now.delete(name);
  return now;
};
