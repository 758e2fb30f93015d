import type { NoticeModel } from '@gyan/contract/notices.ts';
import { pageOf } from '#db/page.ts';
import type { NoticeRow } from './queries.ts';
import { noticeHref, noticeText } from './text.ts';

const wireKinds = {
  card: 'post',
  chain: 'chapter',
  subject: 'subject',
  user: 'user',
  comment: 'comment',
} as const;

function noticeJson(row: NoticeRow): string {
  const [title = '', urlText = null] = row.words ?? [];
  const model: Omit<NoticeModel, 'actorVec'> = {
    noticeId: row.id,
    kind: row.kind,
    actorCount: row.actorCount,
    object: {
      kind: wireKinds[row.objectKind],
      id: row.objectId,
      title,
      ...(urlText === null ? {} : { urlText }),
    },
    text: noticeText({ ...row, title }),
    href: noticeHref({ ...row, urlText }),
    // The notice of a request exists while the request is pending.
    ...(row.kind === 'connection_request' ? { connectionReqId: row.actId } : {}),
    createdAt: row.createdAt,
    unread: row.unread,
  };
  return `${JSON.stringify(model).slice(0, -1)},"actorVec":${row.people ?? '[]'}}`;
}

/** The answer as JSON text: PostgreSQL has written the actors as such. */
export function noticesAnswer(
  { rows, unreadCount }: { rows: NoticeRow[]; unreadCount: number },
  limit: number,
): string {
  const page = pageOf(rows, limit);
  const items = page.rows.map(noticeJson).join(',');
  const cursor = page.nextCursor === undefined ? '' : `,"nextCursor":${JSON.stringify(page.nextCursor)}`;
  return `{"noticeModelVec":[${items}],"unreadCount":${unreadCount}${cursor}}`;
}
