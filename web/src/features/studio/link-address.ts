import { linkProtocols } from '@gyan/contract/rich-text.ts';

/** Whether a link may lead there. */
export function isLinkAddress(address: string): boolean {
  const protocol = URL.parse(address)?.protocol;
  return linkProtocols.some((allowed) => allowed === protocol);
}

/** The address somebody means who types one as people do: `gyan.example`, `asha@gyan.example`. */
export function linkAddress(typed: string): string | undefined {
  const text = typed.trim();
  if (text === '' || /\s/.test(text)) return undefined;
  if (isLinkAddress(text)) return text;
  // `localhost:3000` and `javascript:…` both look like a scheme; only what has a dot before it can be a host.
  if (/^[a-z][a-z\d+-]*:/i.test(text)) return undefined;
  const whole = /^[^/@]+@[^/@]+$/.test(text) ? `mailto:${text}` : `https://${text.replace(/^\/+/, '')}`;
  return isLinkAddress(whole) && whole.includes('.') ? whole : undefined;
}
