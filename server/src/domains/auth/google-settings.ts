import type { Config } from '#config.ts';

export const googleIssuer = 'https://accounts.google.com';

export interface GoogleSettings {
  issuer: string;
  clientId: string;
  /** The provider is the one this server brings along for the demo. */
  demo: boolean;
}

/** Whom “Sign in with Google” talks to: what is configured, else the demo's own provider, else nobody. */
export function googleSettings(
  config: Pick<Config, 'google' | 'demo' | 'publicUrl'>,
): GoogleSettings | undefined {
  const { issuer, clientId } = config.google;
  if (clientId !== undefined) return { issuer, clientId, demo: false };
  if (config.demo) return { issuer: `${config.publicUrl}/demo/openid`, clientId: 'gyan-demo', demo: true };
  return undefined;
}

/** Where a browser goes to for a sign-in. Google keeps its endpoints at several hosts; other issuers at their own. */
export function googleOrigins({ issuer }: GoogleSettings): string[] {
  const others =
    issuer === googleIssuer ? ['https://oauth2.googleapis.com', 'https://openidconnect.googleapis.com'] : [];
  return [new URL(issuer).origin, ...others];
}
