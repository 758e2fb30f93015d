import type { PhotoModel } from '@gyan/contract/photos.ts';
import sql, { raw } from 'sql-template-tag';
import type { Db, Transaction } from '#db/pool.ts';
import { setCommentHidden } from '#domains/comments/queries.ts';
import { photoJson } from '#domains/media/view.ts';
import { fullName } from '#domains/users/view.ts';
import { hiding, isDraft, isPublished } from '#domains/visibility/view.ts';
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

const noCard = `null::bigint as "cardId"`;
const collection = (table: string, path: string) => `
  select thing.owner_id, thing.title, thing.description as text, thing.photo_id, '${path}' || thing.id as href,
    ${isPublished('thing')} as open, ${isDraft('thing')} as draft, thing.hidden_by, false as locked,
    false as ai_marked, ${noCard}
  from ${table} as thing where thing.id = $1::bigint`;

const details: Record<ThingKind, string> = {
  card: `
    select thing.owner_id, thing.title, thing.text, thing.photo_id, '/pd/' || thing.url_text as href,
      ${isPublished('thing')} as open, ${isDraft('thing')} as draft, thing.hidden_by, thing.locked, thing.ai_marked,
      ${noCard}
    from cards as thing where thing.id = $1::bigint`,
  chain: collection('chains', '/ch/'),
  subject: collection('subjects', '/sub/'),
  comment: `
    select thing.owner_id, left(thing.text, 100) as title, thing.text, null::bigint as photo_id,
      '/pd/' || card.url_text || '#comment-' || thing.id as href,
      thing.hidden_by is null and ${isPublished('card')} as open, false as draft, thing.hidden_by, false as locked,
      false as ai_marked, card.id as "cardId"
    from comments as thing join cards as card on card.id = thing.card_id where thing.id = $1::bigint`,
  user: `
    select thing.id as owner_id, ${fullName('thing')} as title, thing.bio as text, thing.photo_id,
      '/up/' || thing.id as href, thing.email_verified_at is not null as open, false as draft,
      null::bigint as hidden_by, false as locked, false as ai_marked, ${noCard}
    from users as thing where thing.id = $1::bigint`,
};

const statement = (kind: ThingKind) => `
  select thing.owner_id as "ownerId", owner.role as "ownerRole", thing.title, thing.text,
    ${photoJson('photo')} as "photoModel", thing.href, thing.open, thing.draft, thing.hidden_by as "hiddenBy",
    thing.locked, thing.ai_marked as "aiMarked", thing."cardId",
    coalesce(owner.suspended_until > now(), false) as suspended, ${suspendedUntil('owner')} as "suspendedUntil"
  from (${details[kind]}) as thing
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

/** The same; nobody else changes it until the transaction ends. Things are locked before cases. */
export async function lockThing(tx: Transaction, thing: ThingId): Promise<ThingRow | undefined> {
  if (thing.kind === 'comment') {
    await tx.query(sql`
      select from cards where id = (select card_id from comments where id = ${thing.id}) for no key update`);
  }
  await tx.query(sql`select from ${raw(tables[thing.kind])} where id = ${thing.id} for no key update`);
  return findThing(tx, thing);
}

/** Hides a thing by this act, or shows it again as it was. Triggers take it out of what lists are made of. */
export async function setHidden(tx: Transaction, { kind, id }: ThingId, actId: number | null): Promise<void> {
  if (kind === 'user') throw new Error('A user cannot be hidden.');
  if (kind === 'comment') return setCommentHidden(tx, id, actId);
  const change =
    actId === null
      ? sql`hidden_by = null, ${raw(hiding.restore)}`
      : sql`hidden_by = ${actId}, ${raw(hiding.hide)}`;
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
