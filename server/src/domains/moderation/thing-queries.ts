import type { PhotoModel } from '@gyan/contract/photos.ts';
import sql, { raw } from 'sql-template-tag';
import type { Db, Transaction } from '#db/pool.ts';
import { setCommentHidden } from '#domains/comments/queries.ts';
import { photoJson } from '#domains/media/view.ts';
import { fullName, isNotLeaving } from '#domains/users/view.ts';
import { isCommentShown, isDraft, isPublished } from '#domains/visibility/view.ts';
import { ProblemError } from '#http/problems.ts';
import type { Role } from '#http/viewer.ts';
import type { ThingId, ThingKind } from './kinds.ts';

/** A thing that can be reported, with the person it concerns. */
export interface ThingRow {
  ownerId: number;
  ownerRole: Role;
  title: string;
  text: string | null;
  photoModel: PhotoModel | null;
  /** Not encoded. */
  href: string;
  /** Everybody may open it. */
  open: boolean;
  draft: boolean;
  hiddenBy: number | null;
  locked: boolean;
  aiMarked: boolean;
  suspended: boolean;
  /** Milliseconds; null for good. */
  suspendedUntil: number | null;
  /** The card a comment is on. */
  cardId: number | null;
}

/** What differs by kind: the row, which is called `thing`, its owner, title, path and whether everybody may open it. */
interface Kind {
  from: string;
  ownerId: string;
  title: string;
  href: string;
  isOpen: string;
}

const collection = (table: string, path: string): Kind => ({
  from: `${table} as thing`,
  ownerId: 'thing.owner_id',
  title: 'thing.title',
  href: `'${path}' || thing.id`,
  isOpen: isPublished('thing'),
});

const kinds: Record<ThingKind, Kind> = {
  card: { ...collection('cards', ''), href: `'/pd/' || thing.url_text` },
  chain: collection('chains', '/ch/'),
  subject: collection('subjects', '/sub/'),
  comment: {
    from: 'comments as thing join cards as card on card.id = thing.card_id',
    ownerId: 'thing.owner_id',
    title: 'left(thing.text, 100)',
    href: `'/pd/' || card.url_text || '#comment-' || thing.id`,
    isOpen: `${isCommentShown('thing', undefined)} and ${isPublished('card')}`,
  },
  user: {
    from: 'users as thing',
    ownerId: 'thing.id',
    title: fullName('thing'),
    href: `'/up/' || thing.id`,
    isOpen: 'thing.email_verified_at is not null',
  },
};

/** SQL for the title or path of the thing in `kind` and `thing_id` of a row; null after it was deleted. */
function ofThing(
  row: string,
  column: 'title' | 'href',
  isWanted: (kind: Kind) => string = () => 'true',
): string {
  const whens = Object.entries(kinds).map(
    ([name, kind]) => `when '${name}' then (
      select ${kind[column]} from ${kind.from} where thing.id = ${row}.thing_id and ${isWanted(kind)})`,
  );
  return `case ${row}.kind ${whens.join('\n    ')} end`;
}

export const titleOf = (row: string) => ofThing(row, 'title');
/** Not encoded. */
export const hrefOf = (row: string) => ofThing(row, 'href');
/** Null also while not everybody may open it. */
export const openTitleOf = (row: string) =>
  ofThing(row, 'title', ({ isOpen, ownerId }) => `${isOpen} and ${isNotLeaving(ownerId)}`);

const columns: Record<ThingKind, string> = {
  card: `thing.text, thing.photo_id, ${isDraft('thing')} as draft, thing.hidden_by, thing.locked, thing.ai_marked,
    null::bigint as card_id`,
  chain: collectionColumns(),
  subject: collectionColumns(),
  comment: `thing.text, null::bigint as photo_id, false as draft, thing.hidden_by, false as locked, false as ai_marked,
    card.id as card_id`,
  user: `thing.bio as text, thing.photo_id, false as draft, null::bigint as hidden_by, false as locked,
    false as ai_marked, null::bigint as card_id`,
};

function collectionColumns(): string {
  return `thing.description as text, thing.photo_id, ${isDraft('thing')} as draft, thing.hidden_by, false as locked,
    false as ai_marked, null::bigint as card_id`;
}

const selectThing = (kind: ThingKind) => {
  const { from, ownerId, title, href, isOpen } = kinds[kind];
  return `select ${ownerId} as owner_id, ${title} as title, ${href} as href, ${isOpen} as open, ${columns[kind]}
    from ${from} where thing.id = $1::bigint`;
};

const statement = (kind: ThingKind) => `
  select thing.owner_id as "ownerId", owner.role as "ownerRole", thing.title, thing.text,
    ${photoJson('photo')} as "photoModel", thing.href, thing.open, thing.draft, thing.hidden_by as "hiddenBy",
    thing.locked, thing.ai_marked as "aiMarked", thing.card_id as "cardId",
    coalesce(owner.suspended_until > now(), false) as suspended, ${suspendedUntil('owner')} as "suspendedUntil"
  from (${selectThing(kind)}) as thing
  join users as owner on owner.id = thing.owner_id and owner.leaving_at is null
  left join photos as photo on photo.id = thing.photo_id`;

/** SQL for the end of a suspension in milliseconds; null for good, and if there is none. */
export function suspendedUntil(user: string): string {
  return `case when ${user}.suspended_until > now() and isfinite(${user}.suspended_until)
      then (extract(epoch from ${user}.suspended_until) * 1000)::bigint end`;
}

export async function findThing(db: Db, { kind, id }: ThingId): Promise<ThingRow | undefined> {
  const [row] = await db.query<ThingRow>({ name: `moderated-${kind}`, text: statement(kind), values: [id] });
  return row;
}

const tables: Record<ThingKind, string> = {
  card: 'cards',
  chain: 'chains',
  subject: 'subjects',
  comment: 'comments',
  user: 'users',
};

/** Finds a thing and locks its row until the transaction ends. Things are locked before cases. */
export async function lockThing(tx: Transaction, thing: ThingId): Promise<ThingRow | undefined> {
  if (thing.kind === 'comment') {
    await tx.query(sql`
      select from cards where id = (select card_id from comments where id = ${thing.id}) for no key update`);
  }
  await tx.query(sql`select from ${raw(tables[thing.kind])} where id = ${thing.id} for no key update`);
  return findThing(tx, thing);
}

/**
 * Hides a thing by this act, or shows it again as it was. keep_hidden() sets the visibility of what is hidden; it is
 * assigned here because triggers on that column run only for statements that name it.
 */
export async function setHidden(tx: Transaction, { kind, id }: ThingId, actId: number | null): Promise<void> {
  if (kind === 'user') throw new Error('A user cannot be hidden.');
  if (kind === 'comment') return setCommentHidden(tx, id, actId);
  const change =
    actId === null
      ? sql`hidden_by = null, visibility = shown_as`
      : sql`hidden_by = ${actId}, visibility = visibility`;
  await tx.query(sql`update ${raw(tables[kind])} set ${change} where id = ${id}`);
}

export async function setAiMarked(tx: Transaction, cardId: number, marked: boolean): Promise<void> {
  await tx.query(sql`update cards set ai_marked = ${marked} where id = ${cardId}`);
}

/** `for good` is infinity; null ends a suspension. */
export async function setSuspended(
  tx: Transaction,
  userId: number,
  until: Date | 'infinity' | null,
): Promise<void> {
  await tx.query(sql`update users set suspended_until = ${until} where id = ${userId}`);
}

export function notHere(): ProblemError {
  return new ProblemError('not_found', 'This is not here, or not any more.');
}
