import sql, { raw } from 'sql-template-tag';
import type { ExportRow } from '#db/export.ts';
import type { Db } from '#db/pool.ts';
import { fullName } from '#domains/users/view.ts';

const name = raw(fullName('users'));

export function exportConnections(db: Db, userId: number, afterId: number): Promise<ExportRow[]> {
  return db.query<ExportRow>(sql`
    select users.id, json_build_object(
        'userId', users.id, 'name', ${name}, 'createdAt', connections.created_at
      )::text as item
    from connections join users on users.id = connections.other_id
    where connections.user_id = ${userId} and users.id > ${afterId}
    order by users.id
    limit 500`);
}

/** Requests by address do not reveal the receiver. */
export function exportRequests(db: Db, userId: number, afterId: number): Promise<ExportRow[]> {
  return db.query<ExportRow>(sql`
    select request.id, json_build_object(
        'direction', case when request.sender_id = ${userId} then 'sent' else 'received' end,
        'email', case when request.sender_id = ${userId} then request.email end,
        'userId', case when request.sender_id <> ${userId} or request.email is null then users.id end,
        'name', case when request.sender_id <> ${userId} or request.email is null then ${name} end,
        'createdAt', request.created_at
      )::text as item
    from connection_requests as request
    left join users on users.id =
      case when request.sender_id = ${userId} then request.receiver_id else request.sender_id end
    where (request.sender_id = ${userId} or request.receiver_id = ${userId}) and request.id > ${afterId}
    order by request.id
    limit 500`);
}

export function exportBlocks(db: Db, userId: number, afterId: number): Promise<ExportRow[]> {
  return db.query<ExportRow>(sql`
    select users.id, json_build_object(
        'userId', users.id, 'name', ${name}, 'createdAt', blocks.created_at
      )::text as item
    from blocks join users on users.id = blocks.blocked_id
    where blocks.user_id = ${userId} and users.id > ${afterId}
    order by users.id
    limit 500`);
}

export function exportMutes(db: Db, userId: number, afterId: number): Promise<ExportRow[]> {
  return db.query<ExportRow>(sql`
    select users.id, json_build_object(
        'userId', users.id, 'name', ${name}, 'createdAt', mutes.created_at
      )::text as item
    from mutes join users on users.id = mutes.muted_id
    where mutes.user_id = ${userId} and users.id > ${afterId}
    order by users.id
    limit 500`);
}
