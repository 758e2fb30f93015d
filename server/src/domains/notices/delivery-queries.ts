import { type NoticeKind, noticeKinds } from '@gyan/contract/notices.ts';
import sql from 'sql-template-tag';
import type { Db } from '#db/pool.ts';
import { isNotLeaving, viewerSql, viewerValues } from '#domains/users/view.ts';
import { isListed } from '#domains/visibility/view.ts';
import type { Viewer } from '#http/viewer.ts';
import { isShown, joinActors, joinShownCount, type NoticeRow, noticeColumns, withHidden } from './queries.ts';

/** More unread notices than this are not told by one e-mail. */
const mostTold = 1000;

const viewer = viewerSql(2);
const unreadIds = (which: string) => `${withHidden(viewer)}
select notice.id from notices as notice ${joinShownCount}
where notice.user_id = ${viewer.id} and notice.seen_at is null and notice.kind = any ($1::notice_kind[])
  and ${which} and ${isShown}
order by notice.moved_at desc, notice.id desc
limit ${mostTold}`;

const undigested = unreadIds('(notice.digested_at is null or notice.moved_at > notice.digested_at)');
const stillUnread = unreadIds('notice.id = any ($4::bigint[])');

/** The unread notices of these kinds that no digest has told yet, newest first. */
export async function listUndigested(db: Db, who: Viewer, kinds: readonly NoticeKind[]): Promise<number[]> {
  const rows = await db.query<{ id: number }>({
    name: 'notices-undigested',
    text: undigested,
    values: [kinds, ...viewerValues(who)],
  });
  return rows.map(({ id }) => id);
}

/** Those of the notices that are of these kinds, unread, and still shown to the viewer; newest first. */
export async function listStillUnread(
  db: Db,
  who: Viewer,
  ids: readonly number[],
  kinds: readonly NoticeKind[] = noticeKinds,
): Promise<number[]> {
  const rows = await db.query<{ id: number }>({
    name: 'notices-still-unread',
    text: stillUnread,
    values: [kinds, ...viewerValues(who), ids],
  });
  return rows.map(({ id }) => id);
}

const pictureOf = (table: string) =>
  `(select photos.key from ${table} join photos on photos.id = ${table}.photo_id where ${table}.id = notice.object_id)`;

/** A chain without a picture shows that of its first public card that has one. */
const pictureInChain = `(
        select photos.key
        from chain_cards join cards on cards.id = card_id join photos on photos.id = cards.photo_id
        where chain_id = notice.object_id and ${isListed('cards')} and ${isNotLeaving('cards.owner_id')}
        order by chain_cards.rank, cards.id
        limit 1
      )`;

/** The picture of the object. */
const objectPicture = `case notice.object_kind
      when 'card' then ${pictureOf('cards')}
      when 'chain' then coalesce(${pictureOf('chains')}, ${pictureInChain})
      when 'subject' then ${pictureOf('subjects')}
      when 'user' then ${pictureOf('users')}
      else (
        select photos.key
        from comments join cards on cards.id = comments.card_id join photos on photos.id = cards.photo_id
        where comments.id = notice.object_id
      )
    end`;

/** The card, or the card of a comment. */
const objectCard = `case notice.object_kind
      when 'card' then notice.object_id
      when 'comment' then (select card_id from comments where id = notice.object_id)
    end`;

const toDeliver = `${withHidden(viewer)}, page as (
  select notice.*, shown_count from notices as notice ${joinShownCount}
  where notice.user_id = ${viewer.id} and notice.id = any ($1::bigint[])
)
select ${noticeColumns}, ${objectPicture} as "photoKey", ${objectCard} as "cardId"
from page as notice
${joinActors}
order by notice.moved_at desc, notice.id desc`;

export type DeliveredNotice = Omit<NoticeRow, 'cursor'> & {
  photoKey: string | null;
  cardId: number | null;
};

/** Notices of the viewer for an e-mail or a push message, newest first. */
export function getDelivered(db: Db, who: Viewer, ids: readonly number[]): Promise<DeliveredNotice[]> {
  return db.query<DeliveredNotice>({
    name: 'notices-to-deliver',
    text: toDeliver,
    values: [ids, ...viewerValues(who)],
  });
}

/** An event after this makes a notice part of the next digest. */
export async function markDigested(db: Db, ids: readonly number[]): Promise<void> {
  await db.query(sql`update notices set digested_at = moved_at where id = any (${ids}::bigint[])`);
}
