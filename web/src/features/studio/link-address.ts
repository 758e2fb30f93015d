import { linkProtocols } from '@gyan/contract/rich-text.ts';

/** Whether the URL is allowed in a link. */
export function isLinkAddress(address: string): boolean {
  const protocol = URL.parse(address)?.protocol;
  return linkProtocols.some((allowed) => allowed === protocol);
}

/** Completes a typed address: `gyan.example`, `asha@gyan.example`. */
export function linkAddress(typed: string): string | undefined {
  const text = typed.trim();
  if (text === '' || /\s/.test(text)) return undefined;
  if (isLinkAddress(text)) return text;
  // `localhost:3000` and `javascript:…` both look like a scheme; only a name with a dot can be a host.
  if (/^[a-z][a-z\d+-]*:/i.test(text)) return undefined;
  const whole = /^[^/@]+@[^/@]+$/.test(text) ? `mailto:${text}` : `https://${text.replace(/^\/+/, '')}`;
  return isLinkAddress(whole) && whole.includes('.') ? whole : undefined;
}
