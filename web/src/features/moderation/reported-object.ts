import type { ReportedKind } from '@gyan/contract/moderation.ts';

/** What an address of this site shows. A card is named by its `urlText` or its id. */
export type AddressedObject = { kind: ReportedKind; id: number } | { kind: 'post'; urlText: string };

const kinds: Record<string, ReportedKind> = { ch: 'chapter', sub: 'subject', up: 'user' };

/** Reads an address, with or without the host; undefined if there is nothing to report. */
export function objectAt(address: string): AddressedObject | undefined {
  const url = URL.parse(address.trim(), 'https://any.example');
  const [, comment] = /^#comment-([1-9]\d*)$/.exec(url?.hash ?? '') ?? [];
  if (comment !== undefined) return { kind: 'comment', id: Number(comment) };
  const [, page = '', name = ''] = /^\/(pd|ch|sub|up)\/([^/]+)$/.exec(url?.pathname ?? '') ?? [];
  const kind = kinds[page];
  if (kind !== undefined) return /^[1-9]\d*$/.test(name) ? { kind, id: Number(name) } : undefined;
  if (page !== 'pd') return undefined;
  if (/^[1-9]\d*$/.test(name)) return { kind: 'post', id: Number(name) };
  try {
    return { kind: 'post', urlText: decodeURIComponent(name) };
  } catch {
    return undefined;
  }
}
