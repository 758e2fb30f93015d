/** The content-addressed name in the URL of a stored photo. */
export const photoNameOf = (url: string): string | undefined =>
  /^\/media\/([\w-]+)\/\w+\.webp/.exec(url)?.[1];

export const photoUrlOf = (name: string) => `/media/${name}/lg.webp`;
