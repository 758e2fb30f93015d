import { paths, patterns } from './paths.ts';

/** The sign-in pages, to which no return URL may lead. */
const signInPaths = new Set<string>([
  patterns.login,
  paths.register,
  paths.verifyEmail,
  paths.resetPassword,
  paths.resetPasswordRequest,
]);

/**
 * A return URL after sign-in: a path of this site, or `fallback`. Refuses anything a browser resolves to
 * another origin (`//host`, `/\host`, `https:…`), also after dot segments are removed (`/.//host`).
 */
export function safeReturnUrl(wanted: string | null | undefined, fallback: string = paths.feed): string {
  if (!wanted?.startsWith('/')) return fallback;
  const base = 'http://site.invalid';
  if (!URL.canParse(wanted, base)) return fallback;
  const { origin, pathname, search, hash } = new URL(wanted, base);
  if (origin !== base || pathname.startsWith('//') || signInPaths.has(pathname.replace(/\/$/, '')))
    return fallback;
  return pathname + search + hash;
}

/** Keeps the return URL on a link between the sign-in pages. */
export const withReturnUrl = (path: string, returnUrl: string | null) =>
  returnUrl === null ? path : `${path}?${new URLSearchParams({ returnUrl })}`;
