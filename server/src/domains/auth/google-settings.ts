import type { Config } from '#config.ts';

export const googleIssuer = 'https://accounts.google.com';

export interface GoogleSettings {
  issuer: string;
  clientId: string;
  /** Where the browser asks for the contacts of somebody who allows it. */
  peopleUrl: string;
  /** The provider is the one this server brings along for the demo. */
  demo: boolean;
}

/** Whom “Sign in with Google” talks to: what is configured, else the demo's own provider, else nobody. */
export function googleSettings(
  config: Pick<Config, 'google' | 'demo' | 'publicUrl'>,
): GoogleSettings | undefined {
  const { issuer, clientId, peopleUrl } = config.google;
  if (clientId !== undefined) return { issuer, clientId, peopleUrl, demo: false };
  if (!config.demo) return undefined;
  const demo = `${config.publicUrl}/demo`;
  return { issuer: `${demo}/openid`, clientId: 'gyan-demo', peopleUrl: `${demo}/people`, demo: true };
}

/** Where a browser goes to for a sign-in and for contacts. Google keeps its endpoints at several hosts; other issuers at their own. */
export function googleOrigins({ issuer, peopleUrl }: GoogleSettings): string[] {
  const others =
    issuer === googleIssuer ? ['https://oauth2.googleapis.com', 'https://openidconnect.googleapis.com'] : [];
  return [...new Set([new URL(issuer).origin, ...others, new URL(peopleUrl).origin])];
}
