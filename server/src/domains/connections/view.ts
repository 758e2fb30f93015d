import sql, { type Sql } from 'sql-template-tag';
import { isAdmin, type Viewer } from '#http/viewer.ts';

/** Where a statement finds the viewer; same as `ViewerSql` of `users`, which imports this file. */
interface ViewerSql {
  id: string;
  isAdmin: string;
}

/**
 * For statements with inline values: begin with `with ${viewerTable(viewer)}`; `fromViewerTable` is then the viewer.
 */
export function viewerTable(viewer: Viewer): Sql {
  return sql`viewer as materialized (select ${viewer.userId}::bigint as id, ${isAdmin(viewer.role)}::boolean as is_admin)`;
}

export const fromViewerTable = {
  id: '(select id from viewer)',
  isAdmin: '(select is_admin from viewer)',
} as const satisfies ViewerSql;

/**
 * SQL that is true if neither the viewer nor the user in this column has blocked the other. Blocks are few, so they are
 * read once per statement instead of once per row. Blocks do not hide users from admins.
 */
export function isNotBlocked(column: string, viewer: ViewerSql): string {
  return `${column} <> all (array(
    select blocked_id from blocks where user_id = ${viewer.id}
    union all
    select user_id from blocks where blocked_id = ${viewer.id} and not ${viewer.isAdmin}
  ))`;
}

/** The same as the end of a `where`; without a viewer it filters nothing. */
export function andNotBlocked(column: string, viewer: ViewerSql | undefined): string {
  return viewer ? `and ${isNotBlocked(column, viewer)}` : '';
}

/**
 * The relation of the viewer to the user in `user`, as `'name', value` pairs; empty for the viewer's own row. The
 * sender's requests by address are left out, because they would reveal whose address it is.
 */
export function relationMembers(user: string, viewer: Pick<ViewerSql, 'id'>): string {
  const isAnother = `${user}.id <> ${viewer.id}`;
  const sent = `(select id from connection_requests where sender_id = ${viewer.id} and receiver_id = ${user}.id and email is null)`;
  const received = `(select id from connection_requests where sender_id = ${user}.id and receiver_id = ${viewer.id})`;
  return `'connected', case when ${isAnother} then
      exists (select from connections where user_id = ${viewer.id} and other_id = ${user}.id) end,
    'sentConnRequest', case when ${isAnother} then ${sent} is not null end,
    'receivedConnRequest', case when ${isAnother} then ${received} is not null end,
    'connectionReqId', coalesce(${received}, ${sent})`;
}
