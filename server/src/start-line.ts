import { type Config, isForThisMachine } from '#config.ts';
import { demoAccounts } from '#demo.ts';
import { googleSettings } from '#domains/auth/google-settings.ts';

/** The last line of the start: the address, then how to use the demo or which settings are missing. */
export function startLine(config: Config, port: number, demoKey: string | undefined): string {
  const address = config.port === 0 ? `http://localhost:${port}` : config.publicUrl;
  const rest = demoKey === undefined ? missingSettings(config) : demoLinks(config, address, demoKey);
  return [`Gyan is ready at ${address}`, ...rest].join(' · ');
}

function demoLinks(config: Config, address: string, key: string): string[] {
  const people = `sign in as ${demoAccounts()}`;
  const needsKey = googleSettings(config)?.demo === true;
  if (config.smtpUrl === undefined) {
    const google = needsKey ? ' (open it once, then the Google button works too)' : '';
    return [people, `e-mails arrive at ${address}/demo/mailbox?key=${key}${google}`];
  }
  return needsKey
    ? [people, `open ${address}/demo/openid?key=${key} once, then the Google button works`]
    : [people];
}

function missingSettings(config: Config): string[] {
  const isLocal = isForThisMachine(config);
  const linksLeadNowhere = !isLocal && isForThisMachine({ ...config, host: 'localhost' });
  const missing = [
    ...(config.smtpUrl === undefined
      ? ['SMTP_URL (until then e-mails wait in the database, and nobody can verify an address)']
      : []),
    ...(config.superAdminEmail === undefined
      ? ['SUPER_ADMIN_EMAIL (who verifies this address is super admin)']
      : []),
    ...(linksLeadNowhere ? ['PUBLIC_URL (links in e-mails begin with it)'] : []),
  ];
  if (missing.length === 0) return [];
  const toSet = `set ${missing.join(', ')}`;
  if (config.databaseUrl !== undefined) return [toSet];
  const warning = isLocal ? '' : ', which lets everybody who can reach this address sign in as its admin';
  return ['the demo is off', toSet, `or try the demo with DEMO=on${warning}`];
}
