import { paths, patterns } from './paths.ts';

/** The ways in are no place to come back to. */
const doors = new Set<string>([
  patterns.login,
  paths.register,
  paths.verifyEmail,
  paths.resetPassword,
  paths.resetPasswordRequest,
]);

/**
 * A place to come back to after signing in: a path of this site, or `fallback`. Anything a browser would read as
 * another origin (`//host`, `/\host`, `https:…`) is refused, also when taking the dots out of a path (`/.//host`) makes it so.
 */
export function safeReturnUrl(wanted: string | null | undefined, fallback: string = paths.feed): string {
  if (!wanted?.startsWith('/')) return fallback;
  const base = 'http://site.invalid';
  if (!URL.canParse(wanted, base)) return fallback;
  const { origin, pathname, search, hash } = new URL(wanted, base);
  if (origin !== base || pathname.startsWith('//') || doors.has(pathname.replace(/\/$/, ''))) return fallback;
  return pathname + search + hash;
}

/** The same way back, for the page that offers the other way in. */
export const withReturnUrl = (path: string, returnUrl: string | null) =>
  returnUrl === null ? path : `${path}?${new URLSearchParams({ returnUrl })}`;
