import type { PhotoModel } from '@gyan/contract/photos.ts';
import sql, { raw } from 'sql-template-tag';
import type { Db, Transaction } from '#db/pool.ts';
import { setCommentHidden } from '#domains/comments/queries.ts';
import { photoJson } from '#domains/media/view.ts';
import { fullName, isNotLeaving } from '#domains/users/view.ts';
import { isCommentShown, isDraft, isPublished } from '#domains/visibility/view.ts';
import { ProblemError } from '#http/problems.ts';
import type { Role } from '#http/viewer.ts';
import type { ObjectKey, ObjectKind } from './kinds.ts';

/** An object that can be reported, with the person it concerns. */
export interface ObjectRow {
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

/** What differs by kind. The alias of the row is `object`; `isOpen` is true if everybody may open it. */
interface Kind {
  from: string;
  ownerId: string;
  title: string;
  href: string;
  isOpen: string;
}

const collection = (table: string, path: string): Kind => ({
  from: `${table} as object`,
  ownerId: 'object.owner_id',
  title: 'object.title',
  href: `'${path}' || object.id`,
  isOpen: isPublished('object'),
});

const kinds: Record<ObjectKind, Kind> = {
  card: { ...collection('cards', ''), href: `'/pd/' || object.url_text` },
  chain: collection('chains', '/ch/'),
  subject: collection('subjects', '/sub/'),
  comment: {
    from: 'comments as object join cards as card on card.id = object.card_id',
    ownerId: 'object.owner_id',
    title: 'left(object.text, 100)',
    href: `'/pd/' || card.url_text || '#comment-' || object.id`,
    isOpen: `${isCommentShown('object', undefined)} and ${isPublished('card')}`,
  },
  user: {
    from: 'users as object',
    ownerId: 'object.id',
    title: fullName('object'),
    href: `'/up/' || object.id`,
    isOpen: 'object.email_verified_at is not null',
  },
};

/** SQL for the title or path of the object in `kind` and `thing_id` of a row; null after it was deleted. */
function ofObject(
  row: string,
  column: 'title' | 'href',
  isWanted: (kind: Kind) => string = () => 'true',
): string {
  const whens = Object.entries(kinds).map(
    ([name, kind]) => `when '${name}' then (
      select ${kind[column]} from ${kind.from} where object.id = ${row}.thing_id and ${isWanted(kind)})`,
  );
  return `case ${row}.kind ${whens.join('\n    ')} end`;
}

export const titleOf = (row: string) => ofObject(row, 'title');
/** Not encoded. */
export const hrefOf = (row: string) => ofObject(row, 'href');
/** Null also while not everybody may open it. */
export const openTitleOf = (row: string) =>
  ofObject(row, 'title', ({ isOpen, ownerId }) => `${isOpen} and ${isNotLeaving(ownerId)}`);

const columns: Record<ObjectKind, string> = {
  card: `object.text, object.photo_id, ${isDraft('object')} as draft, object.hidden_by, object.locked, object.ai_marked,
    null::bigint as card_id`,
  chain: collectionColumns(),
  subject: collectionColumns(),
  comment: `object.text, null::bigint as photo_id, false as draft, object.hidden_by, false as locked,
    false as ai_marked, card.id as card_id`,
  user: `object.bio as text, object.photo_id, false as draft, null::bigint as hidden_by, false as locked,
    false as ai_marked, null::bigint as card_id`,
};

function collectionColumns(): string {
  return `object.description as text, object.photo_id, ${isDraft('object')} as draft, object.hidden_by, false as locked,
    false as ai_marked, null::bigint as card_id`;
}

const selectObject = (kind: ObjectKind) => {
  const { from, ownerId, title, href, isOpen } = kinds[kind];
  return `select ${ownerId} as owner_id, ${title} as title, ${href} as href, ${isOpen} as open, ${columns[kind]}
    from ${from} where object.id = $1::bigint`;
};

const statement = (kind: ObjectKind) => `
  select object.owner_id as "ownerId", owner.role as "ownerRole", object.title, object.text,
    ${photoJson('photo')} as "photoModel", object.href, object.open, object.draft, object.hidden_by as "hiddenBy",
    object.locked, object.ai_marked as "aiMarked", object.card_id as "cardId",
    coalesce(owner.suspended_until > now(), false) as suspended, ${suspendedUntil('owner')} as "suspendedUntil"
  from (${selectObject(kind)}) as object
  join users as owner on owner.id = object.owner_id and owner.leaving_at is null
  left join photos as photo on photo.id = object.photo_id`;

/** SQL for the end of a suspension in milliseconds; null for good, and if there is none. */
export function suspendedUntil(user: string): string {
  return `case when ${user}.suspended_until > now() and isfinite(${user}.suspended_until)
      then (extract(epoch from ${user}.suspended_until) * 1000)::bigint end`;
}

export async function findObject(db: Db, { kind, id }: ObjectKey): Promise<ObjectRow | undefined> {
  const [row] = await db.query<ObjectRow>({ name: `moderated-${kind}`, text: statement(kind), values: [id] });
  return row;
}

const tables: Record<ObjectKind, string> = {
  card: 'cards',
  chain: 'chains',
  subject: 'subjects',
  comment: 'comments',
  user: 'users',
};

/** Finds an object and locks its row until the transaction ends. Objects are locked before cases. */
export async function lockObject(tx: Transaction, object: ObjectKey): Promise<ObjectRow | undefined> {
  if (object.kind === 'comment') {
    await tx.query(sql`
      select from cards where id = (select card_id from comments where id = ${object.id}) for no key update`);
  }
  await tx.query(sql`select from ${raw(tables[object.kind])} where id = ${object.id} for no key update`);
  return findObject(tx, object);
}

/**
 * Hides an object by this act, or shows it again as it was. keep_hidden() sets the visibility of what is hidden; it is
 * assigned here because triggers on that column run only for statements that name it.
 */
export async function setHidden(
  tx: Transaction,
  { kind, id }: ObjectKey,
  actId: number | null,
): Promise<void> {
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
