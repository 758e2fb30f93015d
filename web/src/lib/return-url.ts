import { paths, patterns } from './paths.ts';

/**
 * A place to come back to after signing in: a path of this site, or `fallback`. Anything a browser
 * would read as another origin (`//host`, `/\host`, `https:…`) or as the sign-in page itself is refused.
 */
export function safeReturnUrl(wanted: string | null | undefined, fallback: string = paths.feed): string {
  if (!wanted?.startsWith('/')) return fallback;
  const base = 'http://site.invalid';
  if (!URL.canParse(wanted, base)) return fallback;
  const url = new URL(wanted, base);
  if (url.origin !== base || url.pathname === patterns.login) return fallback;
  return url.pathname + url.search + url.hash;
}

/** The same way back, for the page that offers the other way in. */
export const withReturnUrl = (path: string, returnUrl: string | null) =>
  returnUrl === null ? path : `${path}?${new URLSearchParams({ returnUrl })}`;
