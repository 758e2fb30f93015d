/** The URL parameter with the cursor of the page, in the links for browsers without JavaScript. */
const parameter = 'after';

/** The page of a list that the URL asks for. */
export function pageQuery({ url }: Request, limit: number): { limit: number; cursor?: string } {
  return { limit, cursor: new URL(url).searchParams.get(parameter) ?? undefined };
}

/** The search part of the URL of the page after `cursor`. */
export function nextPageSearch(search: string, cursor: string): string {
  const next = new URLSearchParams(search);
  next.set(parameter, cursor);
  return `?${next}`;
}
