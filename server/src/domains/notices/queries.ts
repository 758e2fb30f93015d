import type { NoticeKind } from '@gyan/contract/notices.ts';
import sql from 'sql-template-tag';
import { nanoseconds } from '#db/json.ts';
import { type CursorValues, cursorSql, onePage } from '#db/page.ts';
import type { Db } from '#db/pool.ts';
import { blockedUsers, mutedUsers } from '#domains/connections/view.ts';
import { fullName, personJson, viewerSql, viewerValues } from '#domains/users/view.ts';
import { isPublished } from '#domains/visibility/view.ts';
import type { Viewer, ViewerSql } from '#http/viewer.ts';
import type { NoticeObject } from './tell.ts';

/** So many of the latest events are searched for the actors that are named. */
const latestActs = 20;

/** Begins a statement: the users whose events, and those whose content, are not shown to the viewer. */
export const withHidden = (viewer: ViewerSql) => `with hidden as materialized (
  select owners, owners || array(${mutedUsers(viewer)}) as actors
  from (select array(${blockedUsers(viewer)}
    union all select id from users where leaving_at is not null
  ) as owners) as unseen
)`;
// The casts make them values: `any` would compare with the rows of a subquery.
const hidden = {
  actors: '(select actors from hidden)::bigint[]',
  owners: '(select owners from hidden)::bigint[]',
};

/** How many actors of a notice the viewer sees: the stored number without the hidden ones, which an index finds. */
export const joinShownCount = `cross join lateral (
    select notice.actor_count - count(distinct actor_id) as shown_count from notice_actors
    where actor_id = any (${hidden.actors}) and notice_id = notice.id
  ) as shown`;

/** SQL that is true for a notice with an actor that the viewer sees, about an object that the viewer sees. */
export const isShown = `(notice.actor_count = 0 or shown_count > 0)
    and notice.owner_id <> all (${hidden.owners})`;

const unread = (viewer: ViewerSql) => `
  select count(*)::integer as count from notices as notice ${joinShownCount}
  where notice.user_id = ${viewer.id} and notice.seen_at is null and ${isShown}`;

const countViewer = viewerSql(1);
const countStatement = `${withHidden(countViewer)} ${unread(countViewer)}`;

export async function countUnread(db: Db, viewer: Viewer): Promise<number> {
  const [row] = await db.query<{ count: number }>({
    name: 'notice-count',
    text: countStatement,
    values: viewerValues(viewer),
  });
  return row?.count ?? 0;
}

/** The cursor before the newest notice. */
export const newestNotice: CursorValues = ['9007199254740991', '9007199254740991'];

const viewer = viewerSql(5);
const titleOf = (table: string, title: string, url = 'null::text') =>
  `(select array[${title}, ${url}] from ${table} where ${table}.id = notice.object_id)`;

/** Title and address of the object. Subqueries, because a join would be planned for more rows than a page has. */
const objectWords = `case notice.object_kind
      when 'card' then ${titleOf('cards', 'title', 'url_text')}
      when 'chain' then ${titleOf('chains', 'title')}
      when 'subject' then ${titleOf('subjects', 'title')}
      when 'user' then ${titleOf('users', fullName('users'))}
      else (select array[title, url_text] from comments join cards on cards.id = card_id
        where comments.id = notice.object_id and (${isPublished('cards')} or cards.owner_id = notice.user_id))
    end`;

/** The columns of a row of `page`, which is called `notice`. */
export const noticeColumns = `notice.id, notice.kind, notice.object_kind as "objectKind",
  notice.object_id as "objectId", ${objectWords} as words, notice.shown_count::integer as "actorCount", actors.people,
  coalesce(actors.names, '{}') as names, coalesce(actors.act_id, 0) as "actId", notice.detail,
  ${nanoseconds('notice.moved_at')} as "createdAt", notice.seen_at is null as unread`;

const latestFirst = 'created_at desc, act_id desc, actor_id';
const shownFirst = `latest.created_at desc, latest.act_id desc, latest.actor_id`;

/** The latest actors that the viewer sees, each with their latest act. */
export const joinActors = `left join lateral (
  select json_agg(json_strip_nulls(${personJson('person', 'photo')}) order by ${shownFirst})::text as people,
    array_agg(coalesce(nullif(person.first_name, ''), person.last_name) order by ${shownFirst}) as names,
    (array_agg(latest.act_id order by ${shownFirst}))[1] as act_id
  from (
    select * from (
      select distinct on (actor_id) * from (
        select actor_id, act_id, created_at from notice_actors
        where notice_id = notice.id and actor_id <> all (${hidden.actors})
        order by ${latestFirst} limit ${latestActs}
      ) as act
      order by actor_id, created_at desc, act_id desc
    ) as act_of_each
    order by ${latestFirst} limit 3
  ) as latest
  join users as person on person.id = latest.actor_id
  left join photos as photo on photo.id = person.photo_id
) as actors on true`;

const list = `${withHidden(viewer)}, unread as (${unread(viewer)}
), page as (
  select notice.*, shown_count from notices as notice ${joinShownCount}
  where notice.user_id = ${viewer.id}
    and (notice.moved_at, notice.id) < (timestamptz 'epoch' + $2::bigint * interval '1 microsecond', $3::bigint)
    and ($4::notice_kind is null or notice.kind = $4::notice_kind)
    and ${isShown}
  order by notice.moved_at desc, notice.id desc
  limit ${onePage}
)
select unread.count as "unreadCount", ${noticeColumns},
  ${cursorSql('(extract(epoch from notice.moved_at) * 1000000)::bigint', 'notice.id')} as cursor
from unread left join page as notice on true
${joinActors}
order by notice.moved_at desc, notice.id desc`;

export const noticeStatements = { 'notice-count': countStatement, notices: list };

export interface NoticeRow {
  id: number;
  kind: NoticeKind;
  objectKind: NoticeObject['kind'];
  objectId: number;
  /** The title of the object and, of a card or the card of a comment, its address. */
  words: [title: string, urlText: string | null] | null;
  actorCount: number;
  /** The latest actors as JSON text. */
  people: string | null;
  names: string[];
  /** What the latest act made. */
  actId: number;
  detail: string | null;
  createdAt: number;
  unread: boolean;
  cursor: string;
}

/** One more row than the page, if there are more. */
export async function listNotices(
  db: Db,
  who: Viewer,
  page: { limit: number; after: CursorValues; kind: NoticeKind | undefined },
): Promise<{ rows: NoticeRow[]; unreadCount: number }> {
  const rows = await db.query<NoticeRow & { unreadCount: number }>({
    name: 'notices',
    text: list,
    values: [page.limit, ...page.after, page.kind ?? null, ...viewerValues(who)],
  });
  // Without notices the only row has the count.
  return { rows: rows.filter(({ id }) => id !== null), unreadCount: rows[0]?.unreadCount ?? 0 };
}

/** Returns whether the user has such a notice. */
export async function markSeen(db: Db, userId: number, noticeId: number): Promise<boolean> {
  const rows = await db.query(sql`
    update notices set seen_at = coalesce(seen_at, now()) where id = ${noticeId} and user_id = ${userId}
    returning id`);
  return rows.length > 0;
}

export async function markAllSeen(db: Db, userId: number): Promise<void> {
  await db.query(sql`update notices set seen_at = now() where user_id = ${userId} and seen_at is null`);
}
