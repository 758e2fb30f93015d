import sql, { type Sql } from 'sql-template-tag';
import { isAdmin, type Viewer } from '#http/viewer.ts';

/** Where a statement finds who looks, as `ViewerSql` of the people's room, which builds on this file. */
interface Looking {
  id: string;
  isAdmin: string;
}

/** For statements that carry their values in them: begin with `with ${viewerTable(viewer)}`, and `fromViewerTable` is who looks. */
export function viewerTable(viewer: Viewer): Sql {
  return sql`viewer as materialized (select ${viewer.userId}::bigint as id, ${isAdmin(viewer.role)}::boolean as is_admin)`;
}

export const fromViewerTable = {
  id: '(select id from viewer)',
  isAdmin: '(select is_admin from viewer)',
} as const satisfies Looking;

/**
 * SQL that is true while nothing hides the person this column names from who looks: neither of the two has blocked the other. Blocks
 * are few, so they are looked up once per statement instead of once per row. Nobody hides from an admin by blocking them.
 */
export function isNotBlocked(column: string, viewer: Looking): string {
  return `${column} <> all (array(
    select blocked_id from blocks where user_id = ${viewer.id}
    union all
    select user_id from blocks where blocked_id = ${viewer.id} and not ${viewer.isAdmin}
  ))`;
}

/** The same as the end of a `where`; without a viewer nobody is blocked. */
export function andNotBlocked(column: string, viewer: Looking | undefined): string {
  return viewer ? `and ${isNotBlocked(column, viewer)}` : '';
}

/**
 * How the person in `user` and who looks stand to each other, as `'name', value` pairs; nothing where they are one. A request by
 * address is left out on the sender's side: it would tell whose address it was.
 */
export function relationMembers(user: string, viewer: Pick<Looking, 'id'>): string {
  const isAnother = `${user}.id <> ${viewer.id}`;
  const sent = `(select id from connection_requests where sender_id = ${viewer.id} and receiver_id = ${user}.id and email is null)`;
  const received = `(select id from connection_requests where sender_id = ${user}.id and receiver_id = ${viewer.id})`;
  return `'connected', case when ${isAnother} then
      exists (select from connections where user_id = ${viewer.id} and other_id = ${user}.id) end,
    'sentConnRequest', case when ${isAnother} then ${sent} is not null end,
    'receivedConnRequest', case when ${isAnother} then ${received} is not null end,
    'connectionReqId', coalesce(${received}, ${sent})`;
}
