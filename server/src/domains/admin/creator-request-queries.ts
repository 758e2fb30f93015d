import sql, { raw } from 'sql-template-tag';
import { type CursorValues, cursorSql, type Page, pageOf } from '#db/page.ts';
import type { Db, Transaction } from '#db/pool.ts';
import { viewerTable } from '#domains/connections/view.ts';
import { joinPersonParts, type PersonForViewerRow, personForViewerColumns } from '#domains/users/queries.ts';
import type { Viewer } from '#http/viewer.ts';

export interface CreatorRequestRow {
  message: string | null;
  created_at: Date;
}

/** Repeating a pending request updates its text and keeps its place; after a decision it is a new request. */
export async function saveRequest(
  tx: Transaction,
  userId: number,
  message: string | undefined,
): Promise<CreatorRequestRow> {
  const [row] = await tx.query<CreatorRequestRow>(sql`
    insert into creator_requests as request (user_id, message)
    values (${userId}, ${message ?? null})
    on conflict (user_id) do update set
      message = coalesce(excluded.message, case when request.granted is null then request.message end),
      created_at = case when request.granted is null then request.created_at else now() end,
      granted = null,
      decided_at = null
    returning message, created_at`);
  if (!row) throw new Error('The request was not written.');
  return row;
}

/** Returns whether a request was pending. */
export async function settleRequest(tx: Transaction, userId: number, granted: boolean): Promise<boolean> {
  const rows = await tx.query(sql`
    update creator_requests set granted = ${granted}, decided_at = now()
    where user_id = ${userId} and granted is null
    returning user_id`);
  return rows.length > 0;
}

/** The cursor before the oldest request. */
export const longestWaiting: CursorValues = ['0', '0'];

export type WaitingRow = PersonForViewerRow & CreatorRequestRow;

export async function listWaiting(
  db: Db,
  viewer: Viewer,
  page: { limit: number; after: CursorValues },
): Promise<Page<WaitingRow>> {
  // Microseconds as integers are exact in a cursor.
  const rows = await db.query<WaitingRow & { cursor: string }>(sql`
    with ${viewerTable(viewer)}
    select ${personForViewerColumns}, request.message, request.created_at,
      ${raw(cursorSql('(extract(epoch from request.created_at) * 1000000)::bigint', 'users.id'))} as cursor
    from creator_requests as request
    join users on users.id = request.user_id and users.leaving_at is null
    ${joinPersonParts}
    where request.granted is null
      and (request.created_at, users.id)
        > (timestamptz 'epoch' + ${page.after[0]}::bigint * interval '1 microsecond', ${page.after[1]}::bigint)
    order by request.created_at, users.id
    limit ${page.limit + 1}`);
  return pageOf(rows, page.limit);
}

export interface ExportedRequest {
  message: string | null;
  createdAt: Date;
  granted: boolean | null;
  decidedAt: Date | null;
}

export async function exportCreatorRequest(db: Db, userId: number): Promise<ExportedRequest | undefined> {
  const [row] = await db.query<ExportedRequest>(sql`
    select message, created_at as "createdAt", granted, decided_at as "decidedAt"
    from creator_requests where user_id = ${userId}`);
  return row;
}
