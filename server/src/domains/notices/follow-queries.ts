import type { FollowKind, FollowLevel } from '@gyan/contract/notices.ts';
import sql, { raw } from 'sql-template-tag';
import { type CursorValues, cursorSql, onePage, pageStatement } from '#db/page.ts';
import type { Db, Transaction } from '#db/pool.ts';
import { fromViewerTable, isNotBlocked, viewerTable } from '#domains/connections/view.ts';
import { fullName, isNotLeaving, viewerSql, viewerValues } from '#domains/users/view.ts';
import { isReadable } from '#domains/visibility/view.ts';
import type { Viewer } from '#http/viewer.ts';

export type Followed = 'chain' | 'subject' | 'user' | 'topic';
export const followedKinds = {
  chapter: 'chain',
  subject: 'subject',
  user: 'user',
  topic: 'topic',
} as const satisfies Record<FollowKind, Followed>;

/** Locks the content against deletion. False if the viewer cannot see it. */
export async function lockFollowed(
  tx: Transaction,
  viewer: Viewer,
  kind: Followed,
  id: number,
): Promise<boolean> {
  const isVisible = (owner: string) =>
    raw(`${isNotLeaving(owner)} and ${isNotBlocked(owner, fromViewerTable)}`);
  const mayOpen = (table: string) => raw(isReadable(table, fromViewerTable));
  const select = {
    chain: sql`select from chains where id = ${id} and ${mayOpen('chains')} and ${isVisible('owner_id')}`,
    subject: sql`select from subjects where id = ${id} and ${mayOpen('subjects')} and ${isVisible('owner_id')}`,
    user: sql`select from users where id = ${id} and email_verified_at is not null and ${isVisible('id')}`,
    topic: sql`select from topics where id = ${id} and retired_at is null`,
  };
  return (await tx.query(sql`with ${viewerTable(viewer)} ${select[kind]} for key share`)).length > 0;
}

export async function setFollow(
  tx: Transaction,
  {
    userId,
    kind,
    id,
    level,
  }: { userId: number; kind: Followed; id: number; level: Exclude<FollowLevel, 'none'> },
): Promise<void> {
  await tx.query(sql`
    insert into follows (user_id, kind, thing_id, level) values (${userId}, ${kind}, ${id}, ${level})
    on conflict (user_id, kind, thing_id) do update set level = excluded.level`);
}

export async function deleteFollow(
  db: Db,
  { userId, kind, id }: { userId: number; kind: Followed; id: number },
): Promise<void> {
  await db.query(sql`delete from follows where user_id = ${userId} and kind = ${kind} and thing_id = ${id}`);
}

/** Saving a subject follows it, unless it is followed already. */
export async function followSaved(tx: Transaction, userId: number, subjectId: number): Promise<void> {
  await tx.query(sql`
    insert into follows (user_id, kind, thing_id, level) values (${userId}, 'subject', ${subjectId}, 'digest')
    on conflict do nothing`);
}

/** Removing it from the list ends what saving began. */
export async function unfollowSaved(tx: Transaction, userId: number, subjectId: number): Promise<void> {
  await tx.query(sql`
    delete from follows
    where user_id = ${userId} and kind = 'subject' and thing_id = ${subjectId} and level = 'digest'`);
}

/** The cursor before the newest follow. */
export const newestFollow: CursorValues = ['9007199254740991'];

const viewer = viewerSql(3);

const list = pageStatement(
  'followVec',
  `select json_build_object(
       'kind', case follow.kind when 'chain' then 'chapter' else follow.kind::text end,
       'id', follow.thing_id,
       'level', follow.level,
       'title', coalesce(chain.title, subject.title, topic.name, ${fullName('person')})
     ) as item, ${cursorSql('follow.id')} as cursor
   from follows as follow
   left join chains as chain on follow.kind = 'chain' and chain.id = follow.thing_id
   left join subjects as subject on follow.kind = 'subject' and subject.id = follow.thing_id
   left join users as person on follow.kind = 'user' and person.id = follow.thing_id
   left join topics as topic on follow.kind = 'topic' and topic.id = follow.thing_id
   where follow.user_id = ${viewer.id} and follow.id < $2::bigint
     and ($5::follow_kind is null or follow.kind = $5::follow_kind)
     and ($6::bigint is null or follow.thing_id = $6::bigint)
     and (chain.id is null or ${isReadable('chain', viewer)})
     and (subject.id is null or ${isReadable('subject', viewer)})
     and (follow.kind = 'topic' or (
       ${isNotLeaving('coalesce(chain.owner_id, subject.owner_id, person.id)')}
       and ${isNotBlocked('coalesce(chain.owner_id, subject.owner_id, person.id)', viewer)}
     ))
   order by follow.id desc
   limit ${onePage}`,
);

export async function listFollows(
  db: Db,
  who: Viewer,
  {
    limit,
    after,
    kind,
    id,
  }: { limit: number; after: CursorValues; kind: FollowKind | undefined; id: number | undefined },
): Promise<string> {
  const [row] = await db.query<{ body: string }>({
    name: 'follows',
    text: list,
    values: [limit, ...after, ...viewerValues(who), kind ? followedKinds[kind] : null, id ?? null],
  });
  return row?.body ?? '';
}
