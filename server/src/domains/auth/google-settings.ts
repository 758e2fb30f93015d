import type { Config } from '#config.ts';

export const googleIssuer = 'https://accounts.google.com';

export interface GoogleSettings {
  issuer: string;
  clientId: string;
  /** Where the browser requests the user's contacts, with consent. */
  peopleUrl: string;
  /** The provider is the demo's own. */
  demo: boolean;
}

/** The provider of “Sign in with Google”: the configured one, else the demo's, else none. */
export function googleSettings(
  config: Pick<Config, 'google' | 'demo' | 'publicUrl'>,
): GoogleSettings | undefined {
  const { issuer, clientId, peopleUrl } = config.google;
  if (clientId !== undefined) return { issuer, clientId, peopleUrl, demo: false };
  if (!config.demo) return undefined;
  const demo = `${config.publicUrl}/demo`;
  return { issuer: `${demo}/openid`, clientId: 'gyan-demo', peopleUrl: `${demo}/people`, demo: true };
}

/** The origins a browser connects to for sign-in and contacts. Google uses several hosts; other issuers their own. */
export function googleOrigins({ issuer, peopleUrl }: GoogleSettings): string[] {
  const others =
    issuer === googleIssuer ? ['https://oauth2.googleapis.com', 'https://openidconnect.googleapis.com'] : [];
  return [...new Set([new URL(issuer).origin, ...others, new URL(peopleUrl).origin])];
}
