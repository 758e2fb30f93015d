import type { Visibility } from '@gyan/contract/visibility.ts';
import sharp from 'sharp';
import sql from 'sql-template-tag';
import type { Db } from '#db/pool.ts';
import { hashPassword } from '#domains/auth/passwords.ts';
import { preparePhoto, savePhoto } from '#domains/media/actions.ts';
import type { PhotoRow } from '#domains/media/queries.ts';
import type { Storage } from '#domains/storage/storage.ts';
import { insertUser } from '#domains/users/queries.ts';
import type { Role } from '#http/viewer.ts';
import { newSlug } from '#lib/slug.ts';

let count = 0;

export interface UserFields {
  email?: string;
  password?: string;
  firstName?: string;
  lastName?: string;
  role?: Role;
  verified?: boolean;
  photoId?: number;
  isDemo?: boolean;
}

export async function makeUser(db: Db, fields: UserFields = {}): Promise<number> {
  count += 1;
  return insertUser(db, {
    email: fields.email ?? `person-${process.pid}-${count}@example.org`,
    passwordHash: fields.password === undefined ? null : await hashPassword(fields.password),
    firstName: fields.firstName ?? 'Person',
    lastName: fields.lastName ?? `Number ${count}`,
    role: fields.role ?? 'kRegular',
    verified: fields.verified ?? true,
    photoId: fields.photoId ?? null,
    isDemo: fields.isDemo ?? false,
  });
}

export interface CardFields {
  ownerId?: number;
  title?: string;
  text?: string;
  score?: number;
  createdAt?: Date;
  photoId?: number;
  tags?: string[];
  visibility?: Visibility;
}

export async function makeCard(db: Db, fields: CardFields = {}): Promise<number> {
  count += 1;
  const title = fields.title ?? `Card ${count}`;
  const ownerId = fields.ownerId ?? (await makeUser(db, { role: 'kCreator' }));
  return insertReturningId(
    db,
    sql`insert into cards (url_text, owner_id, type, title, text, score, created_at, photo_id, tags, visibility)
        values (${newSlug(title)}, ${ownerId}, 'kCustom', ${title}, ${fields.text ?? 'Some words about it.'},
                ${fields.score ?? count}, ${fields.createdAt ?? new Date()}, ${fields.photoId ?? null}, ${fields.tags ?? []},
                ${fields.visibility ?? 'public'})
        returning id`,
  );
}

interface CollectionFields {
  ownerId?: number;
  title?: string;
  score?: number;
  createdAt?: Date;
  visibility?: Visibility;
}

/** One with items was announced when it was made, if it is public. */
const announcedAt = ({ visibility = 'public' }: CollectionFields, items: number[] | undefined, made: Date) =>
  visibility === 'public' && (items ?? []).length > 0 ? made : null;

export async function makeChain(
  db: Db,
  fields: CollectionFields & { cardIds?: number[] } = {},
): Promise<number> {
  count += 1;
  const ownerId = fields.ownerId ?? (await makeUser(db, { role: 'kCreator' }));
  const made = fields.createdAt ?? new Date();
  const id = await insertReturningId(
    db,
    sql`insert into chains (owner_id, title, card_count, score, created_at, announced_at, visibility)
        values (${ownerId}, ${fields.title ?? `Chain ${count}`}, ${fields.cardIds?.length ?? 0}, ${fields.score ?? count},
                ${made}, ${announcedAt(fields, fields.cardIds, made)}, ${fields.visibility ?? 'public'})
        returning id`,
  );
  for (const [index, cardId] of (fields.cardIds ?? []).entries()) {
    await db.query(
      sql`insert into chain_cards (chain_id, card_id, rank) values (${id}, ${cardId}, ${index + 1})`,
    );
  }
  return id;
}

export async function makeSubject(
  db: Db,
  fields: CollectionFields & { chainIds?: number[] } = {},
): Promise<number> {
  count += 1;
  const ownerId = fields.ownerId ?? (await makeUser(db, { role: 'kCreator' }));
  const made = fields.createdAt ?? new Date();
  const id = await insertReturningId(
    db,
    sql`insert into subjects (owner_id, title, chain_count, score, created_at, announced_at, visibility)
        values (${ownerId}, ${fields.title ?? `Subject ${count}`}, ${fields.chainIds?.length ?? 0}, ${fields.score ?? count},
                ${made}, ${announcedAt(fields, fields.chainIds, made)}, ${fields.visibility ?? 'public'})
        returning id`,
  );
  for (const [index, chainId] of (fields.chainIds ?? []).entries()) {
    await db.query(
      sql`insert into subject_chains (subject_id, chain_id, rank) values (${id}, ${chainId}, ${index + 1})`,
    );
  }
  return id;
}

export function makeTopic(db: Db, name: string): Promise<number> {
  return insertReturningId(db, sql`insert into topics (name) values (${name}) returning id`);
}

/** Connects two users without a request. */
export async function makeConnection(db: Db, one: number, other: number): Promise<void> {
  await db.query(sql`
    with made as (
      insert into connections (user_id, other_id) values (${one}, ${other}), (${other}, ${one}) returning user_id
    )
    update users set connection_count = connection_count + 1 from made where users.id = made.user_id`);
}

async function insertReturningId(db: Db, statement: ReturnType<typeof sql>): Promise<number> {
  const [row] = await db.query<{ id: number }>(statement);
  if (!row) throw new Error('insert returned no row');
  return row.id;
}

/** A small picture of one colour; another colour gives other bytes. */
export function makePicture(color: string): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 48, channels: 3, background: color } })
    .jpeg()
    .toBuffer();
}

/** Stores a photo that nothing shows. */
export async function storePhoto(deps: { db: Db; storage: Storage }, bytes: Uint8Array): Promise<PhotoRow> {
  return savePhoto(deps.db, await preparePhoto(deps, bytes));
}

/**
 * Users without connections, for tests that depend on the size of the network. Inserted in batches within the
 * statement timeout.
 */
export async function makeManyUsers(db: Db, amount: number): Promise<void> {
  for (let made = 0; made < amount; made += 500) {
    await db.query(sql`
      insert into users (email, first_name, last_name)
      select 'far' || n || '@away.example', 'Far', 'Away' from generate_series(${made + 1}::integer, ${made + 500}::integer) as n`);
  }
  await db.query(sql`analyze users`);
}
