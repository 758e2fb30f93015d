import sql from 'sql-template-tag';
import { type CursorValues, cursorSql, onePage, pageStatement } from '#db/page.ts';
import type { Db, Transaction } from '#db/pool.ts';
import { personJson } from '#domains/users/view.ts';
import type { Viewer } from '#http/viewer.ts';

export async function insertBlock(tx: Transaction, userId: number, blockedId: number): Promise<void> {
  await tx.query(sql`
    insert into blocks (user_id, blocked_id) values (${userId}, ${blockedId}) on conflict do nothing`);
}

export async function deleteBlock(tx: Transaction, userId: number, blockedId: number): Promise<void> {
  await tx.query(sql`delete from blocks where user_id = ${userId} and blocked_id = ${blockedId}`);
}

/** The cursor before the newest block. */
export const newestBlock: CursorValues = ['9007199254740991', '9007199254740991'];

const blocked = pageStatement(
  'userModelVec',
  `select ${personJson('person', 'photo', { blocked: 'true' })} as item,
     ${cursorSql('(extract(epoch from blocks.created_at) * 1000000)::bigint', 'person.id')} as cursor
   from blocks
   join users as person on person.id = blocks.blocked_id and person.leaving_at is null
   left join photos as photo on photo.id = person.photo_id
   where blocks.user_id = $4::bigint
     and (blocks.created_at, person.id) < (timestamptz 'epoch' + $2::bigint * interval '1 microsecond', $3::bigint)
   order by blocks.created_at desc, person.id desc
   limit ${onePage}`,
);

export async function listBlocked(
  db: Db,
  viewer: Viewer,
  page: { limit: number; after: CursorValues },
): Promise<string> {
  const [row] = await db.query<{ body: string }>({
    name: 'blocked-people',
    text: blocked,
    values: [page.limit, ...page.after, viewer.userId],
  });
  return row?.body ?? '';
}
