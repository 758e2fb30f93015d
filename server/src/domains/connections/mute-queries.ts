import sql from 'sql-template-tag';
import { type CursorValues, cursorSql, onePage, pageStatement } from '#db/page.ts';
import type { Db, Transaction } from '#db/pool.ts';
import { personJson, viewerSql, viewerValues } from '#domains/users/view.ts';
import type { Viewer } from '#http/viewer.ts';
import { isNotBlocked } from './view.ts';

export async function insertMute(tx: Transaction, userId: number, mutedId: number): Promise<void> {
  await tx.query(sql`
    insert into mutes (user_id, muted_id) values (${userId}, ${mutedId}) on conflict do nothing`);
}

export async function deleteMute(db: Db, userId: number, mutedId: number): Promise<void> {
  await db.query(sql`delete from mutes where user_id = ${userId} and muted_id = ${mutedId}`);
}

/** The cursor before the newest mute. */
export const newestMute: CursorValues = ['9007199254740991', '9007199254740991'];

const viewer = viewerSql(4);

const muted = pageStatement(
  'userModelVec',
  `select ${personJson('person', 'photo')} as item,
     ${cursorSql('(extract(epoch from mutes.created_at) * 1000000)::bigint', 'person.id')} as cursor
   from mutes
   join users as person on person.id = mutes.muted_id and person.leaving_at is null
   left join photos as photo on photo.id = person.photo_id
   where mutes.user_id = ${viewer.id} and ${isNotBlocked('person.id', viewer)}
     and (mutes.created_at, person.id) < (timestamptz 'epoch' + $2::bigint * interval '1 microsecond', $3::bigint)
   order by mutes.created_at desc, person.id desc
   limit ${onePage}`,
);

export async function listMuted(
  db: Db,
  who: Viewer,
  page: { limit: number; after: CursorValues },
): Promise<string> {
  const [row] = await db.query<{ body: string }>({
    name: 'muted-people',
    text: muted,
    values: [page.limit, ...page.after, ...viewerValues(who)],
  });
  return row?.body ?? '';
}
