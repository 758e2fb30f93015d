import { CursorError, encodeCursor, isDouble, isSafeInteger } from '#db/page.ts';

export type Kind = 'card' | 'chain' | 'subject';
/** The order of the public feed that follows the viewer's own entries. */
export type PublicOrder = 'best' | 'newest';

/** Where an entry of the viewer's own part stands; compared in this order, highest first. */
export interface ActivityCursor {
  micros: number;
  great: boolean;
  kind: Kind;
  contentId: number;
}

/** Where an entry of the public part stands. `sortKey` is a score or a time in microseconds. */
export interface PublicCursor {
  sortKey: number;
  kind: Kind;
  contentId: number;
}

/** `asOf` is the snapshot of the first page, as PostgreSQL writes a `pg_snapshot`. Every page tells of that moment. */
export type PrivateCursor = { asOf: string } & (
  | { part: 'activity'; after: ActivityCursor }
  | { part: PublicOrder; after: PublicCursor }
);

/** Above every entry. */
export const activityTop: ActivityCursor = {
  micros: Number.MAX_SAFE_INTEGER,
  great: true,
  kind: 'card',
  contentId: Number.MAX_SAFE_INTEGER,
};
export const publicTop = { sortKey: Number.MAX_SAFE_INTEGER, kind: 'card', contentId: 0 } as const;

/** As many as fit into a cursor. Further transactions that were running count as committed. */
const mostRunning = 24;
const kinds = new Set<string>(['card', 'chain', 'subject']);
const decimal = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/;

export function encodePrivateCursor({ part, after, asOf }: PrivateCursor): string {
  const position =
    part === 'activity'
      ? [after.micros, after.great, after.kind, after.contentId]
      : [after.sortKey, '', after.kind, after.contentId];
  const snapshot = asOf.split(',').slice(0, mostRunning).join(',');
  return encodeCursor([part, ...position, snapshot]);
}

/** Refuses every text that `encodePrivateCursor` cannot have written. */
export function decodePrivateCursor(cursor: string): PrivateCursor {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const [part, sortKey = '', great = '', kind = '', contentId = '', ...snapshot] = text.split(',');
  const asOf = snapshot.join(',');
  if (!isKind(kind) || !isCount(contentId) || !isSnapshot(asOf)) throw new CursorError();
  const content = { kind, contentId: Number(contentId) };
  if (part === 'activity' && isCount(sortKey) && /^(true|false)$/.test(great)) {
    return { part, asOf, after: { micros: Number(sortKey), great: great === 'true', ...content } };
  }
  const fits = part === 'best' ? decimal.test(sortKey) && isDouble(sortKey) : isCount(sortKey);
  if ((part === 'best' || part === 'newest') && fits && great === '') {
    return { part, asOf, after: { sortKey: Number(sortKey), ...content } };
  }
  throw new CursorError();
}

/** PostgreSQL refuses other texts with an error: `xmin:xmax:` and the running ones between them in order. */
function isSnapshot(text: string): boolean {
  const [xmin = '', xmax = '', list = '', ...more] = text.split(':');
  const running = list === '' ? [] : list.split(',');
  const all = [xmin, ...running, xmax];
  return (
    more.length === 0 &&
    text.split(':').length === 3 &&
    all.every(isCount) &&
    Number(xmin) > 0 &&
    Number(running.at(-1) ?? -1) < Number(xmax) &&
    all.every((xid, at) => at === 0 || Number(all[at - 1]) <= Number(xid))
  );
}

const isKind = (text: string): text is Kind => kinds.has(text);

function isCount(text: string): boolean {
  return isSafeInteger(text) && !text.startsWith('-');
}
