import sql, { type Sql } from 'sql-template-tag';
import type { Members } from '#db/json.ts';
import { isAdmin, type Viewer, type ViewerSql } from '#http/viewer.ts';

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

/** SQL that selects the users between whom and the viewer there is a block. Blocks do not hide users from admins. */
export const blockedUsers = (viewer: ViewerSql) => `
    select blocked_id from blocks where user_id = ${viewer.id}
    union all select user_id from blocks where blocked_id = ${viewer.id} and not ${viewer.isAdmin}`;

/**
 * SQL that is true if neither the viewer nor the user in this column has blocked the other. Blocks are few, so they are
 * read once per statement instead of once per row.
 */
export function isNotBlocked(column: string, viewer: ViewerSql): string {
  return `${column} <> all (array(${blockedUsers(viewer)}
  ))`;
}

export const mutedUsers = (viewer: Pick<ViewerSql, 'id'>) =>
  `select muted_id from mutes where user_id = ${viewer.id}`;

/** SQL that is true if the viewer has not muted the user in this column. */
export function isNotMuted(column: string, viewer: Pick<ViewerSql, 'id'>): string {
  return `${column} <> all (array(${mutedUsers(viewer)}))`;
}

/** SQL that is true if the viewer sees what the user in this column does: there is no block, and they are not muted. */
export function isNotHidden(column: string, viewer: ViewerSql): string {
  return `${column} <> all (array(${blockedUsers(viewer)}
    union all ${mutedUsers(viewer)}
  ))`;
}

/** The same as the end of a `where`; without a viewer it filters nothing. */
export function andNotBlocked(column: string, viewer: ViewerSql | undefined): string {
  return viewer ? `and ${isNotBlocked(column, viewer)}` : '';
}

/** Joins the relation of the viewer to the user in `user`; nothing for the viewer's own row. */
export function joinRelation(user: string, viewer: Pick<ViewerSql, 'id'> | undefined): string {
  return viewer
    ? `
    left join lateral relation_to(${user}.id, ${viewer.id}) as ${user}_relation on ${user}.id <> ${viewer.id}`
    : '';
}

/** The relation that `joinRelation` joined; empty for the viewer. */
export function relationMembers(user: string): Members {
  const relation = `${user}_relation`;
  return {
    connected: `${relation}.connected`,
    sentConnRequest: `case when ${relation}.connected is not null then ${relation}.sent is not null end`,
    receivedConnRequest: `case when ${relation}.connected is not null then ${relation}.received is not null end`,
    connectionReqId: `coalesce(${relation}.received, ${relation}.sent)`,
  };
}
