import { firstLicense, type License } from '@gyan/contract/licenses.ts';
import type { PhotoModel } from '@gyan/contract/photos.ts';
import sql, { raw, type Sql } from 'sql-template-tag';
import { jsonObject } from '#db/json.ts';
import { type CursorValues, cursorSql, type Page, pageOf } from '#db/page.ts';
import type { Db, Transaction } from '#db/pool.ts';
import {
  fromViewerTable,
  isNotBlocked,
  joinRelation,
  relationMembers,
  viewerTable,
} from '#domains/connections/view.ts';
import { isListed } from '#domains/visibility/view.ts';
import type { Role, Viewer } from '#http/viewer.ts';

/** The columns to show a user to other users. */
export interface PersonRow {
  id: number;
  first_name: string;
  last_name: string;
  role: Role;
  photo_id: number | null;
  photo_model: PhotoModel | null;
  social_photo_url: string | null;
  linkedin_url: string | null;
  email_verified_at: Date | null;
  leaving_at: Date | null;
}

/** The relation of a user to the viewer. */
export interface Relation {
  connected: boolean;
  sentConnRequest: boolean;
  receivedConnRequest: boolean;
  connectionReqId?: number;
}

/** A user as seen by the viewer; the relation is empty for the viewer's own row. */
export interface PersonForViewerRow extends PersonRow {
  relation: Relation | Record<string, never>;
}

export interface UserRow extends PersonRow {
  email: string;
  is_demo: boolean;
  password_hash: string | null;
  tags: string[];
  bio: string | null;
  license: License;
  pinned_card_id: number | null;
  topics_page_shown_at: Date | null;
  invite_page_shown_at: Date | null;
  creator_requested: boolean;
}

/** For a row of `users`, whose photo is joined as `photos`. */
const personColumns = sql`
  users.id, users.first_name, users.last_name, users.role, users.photo_id, photos.model as photo_model,
  users.social_photo_url, users.linkedin_url, users.email_verified_at, users.leaving_at`;

/** The same, for statements that begin with `viewerTable`. */
export const personForViewerColumns = sql`
  ${personColumns}, json_strip_nulls(${raw(jsonObject(relationMembers('users')))}) as relation`;

/** Joins what `personForViewerColumns` reads. */
export const joinPersonParts = sql`
  left join photos on photos.id = users.photo_id ${raw(joinRelation('users', fromViewerTable))}`;

/** SQL for the id of the card at the top of a user's profile, while it is public. */
export function pinnedCard(user: string): string {
  return `(select pinned.id from cards as pinned where pinned.id = ${user}.pinned_card_id and ${isListed('pinned')})`;
}

const columns = sql`
  ${personColumns}, users.email, users.is_demo, users.password_hash, users.tags, users.bio, users.license,
  ${raw(pinnedCard('users'))} as pinned_card_id, users.topics_page_shown_at, users.invite_page_shown_at,
  exists (select from creator_requests where user_id = users.id and granted is null) as creator_requested`;

export async function findUser(db: Db, id: number): Promise<UserRow | undefined> {
  const [user] = await db.query<UserRow>(sql`
    select ${columns} from users left join photos on photos.id = users.photo_id where users.id = ${id}`);
  return user;
}

/** `hidden` if one of the two has blocked the other. */
export async function findPersonForViewer(
  db: Db,
  viewer: Viewer,
  id: number,
): Promise<(PersonForViewerRow & { hidden: boolean }) | undefined> {
  const [person] = await db.query<PersonForViewerRow & { hidden: boolean }>(sql`
    with ${viewerTable(viewer)}
    select ${personForViewerColumns}, not ${raw(isNotBlocked('users.id', fromViewerTable))} as hidden
    from users ${joinPersonParts}
    where users.id = ${id}`);
  return person;
}

/** The same, locked until the transaction ends. */
export async function lockUser(tx: Transaction, id: number): Promise<UserRow | undefined> {
  const [user] = await tx.query<UserRow>(sql`
    select ${columns} from users left join photos on photos.id = users.photo_id where users.id = ${id}
    for update of users`);
  return user;
}

export interface NewUser {
  email: string;
  passwordHash: string | null;
  firstName: string;
  lastName: string;
  role: Role;
  verified: boolean;
  tags?: string[];
  photoId?: number | null;
  isDemo?: boolean;
}

export async function insertUser(db: Db, user: NewUser): Promise<number> {
  const [row] = await db.query<{ id: number }>(sql`
    insert into users (email, password_hash, first_name, last_name, role, email_verified_at, tags, photo_id, is_demo)
    values (${user.email}, ${user.passwordHash}, ${user.firstName}, ${user.lastName}, ${user.role},
            case when ${user.verified} then now() end, ${user.tags ?? []}, ${user.photoId ?? null}, ${user.isDemo ?? false})
    returning id`);
  if (!row) throw new Error('insert returned no row');
  return row.id;
}

async function update(db: Db, id: number, change: Sql): Promise<void> {
  await db.query(sql`update users set ${change} where id = ${id}`);
}

export function updateName(db: Db, id: number, name: { first: string; last: string }): Promise<void> {
  return update(db, id, sql`first_name = ${name.first}, last_name = ${name.last}`);
}

export function updateTags(db: Db, id: number, tags: readonly string[]): Promise<void> {
  return update(db, id, sql`tags = ${tags}`);
}

export function updateLinkedin(db: Db, id: number, url: string): Promise<void> {
  return update(db, id, sql`linkedin_url = ${url}`);
}

export function updateBio(db: Db, id: number, bio: string | undefined): Promise<void> {
  return update(db, id, sql`bio = ${bio ?? null}`);
}

export function updateLicense(db: Db, id: number, license: License): Promise<void> {
  return update(db, id, sql`license = ${license}`);
}

/** The licence of the user's new cards. */
export async function getLicense(db: Db, id: number): Promise<License> {
  const [user] = await db.query<{ license: License }>(sql`select license from users where id = ${id}`);
  return user?.license ?? firstLicense;
}

export function updatePinnedCard(db: Db, id: number, cardId: number | null): Promise<void> {
  return update(db, id, sql`pinned_card_id = ${cardId}`);
}

export function updatePhoto(tx: Transaction, id: number, photoId: number): Promise<void> {
  return update(tx, id, sql`photo_id = ${photoId}`);
}

export function updateRole(tx: Transaction, id: number, role: Role): Promise<void> {
  return update(tx, id, sql`role = ${role}`);
}

export function noteTopicsPageShown(db: Db, id: number): Promise<void> {
  return update(db, id, sql`topics_page_shown_at = now()`);
}

export function noteInvitePageShown(db: Db, id: number): Promise<void> {
  return update(db, id, sql`invite_page_shown_at = now()`);
}

/** The cursor before the first user. */
export const firstPerson: CursorValues = ['0'];

export async function listPeopleOfRoles(
  db: Db,
  viewer: Viewer,
  roles: readonly Role[],
  page: { limit: number; after: CursorValues },
): Promise<Page<PersonForViewerRow>> {
  const rows = await db.query<PersonForViewerRow & { cursor: string }>(sql`
    with ${viewerTable(viewer)}
    select ${personForViewerColumns}, ${raw(cursorSql('users.id'))} as cursor
    from users ${joinPersonParts}
    where users.role = any (${roles}) and users.role <> 'kRegular' and users.leaving_at is null
      and users.id > ${page.after[0]}::bigint
    order by users.id
    limit ${page.limit + 1}`);
  return pageOf(rows, page.limit);
}

/** Whether the account is new: `is_new_account()` says which ones are. */
export async function isNewAccount(db: Db, id: number): Promise<boolean> {
  const [row] = await db.query<{ isNew: boolean }>(sql`select is_new_account(${id}) as "isNew"`);
  return row?.isNew ?? false;
}
