import sql from 'sql-template-tag';
import type { ExportRow } from '#db/export.ts';
import type { Db } from '#db/pool.ts';

/** What a user was told, without the others who did it. */
export function exportNotices(db: Db, userId: number, afterId: number): Promise<ExportRow[]> {
  return db.query<ExportRow>(sql`
    select id, json_build_object(
        'kind', kind,
        'about', object_kind,
        'aboutId', object_id,
        'actorCount', actor_count,
        'detail', detail,
        'createdAt', moved_at,
        'seenAt', seen_at
      )::text as item
    from notices
    where user_id = ${userId} and id > ${afterId}
    order by id
    limit 500`);
}

export function exportFollows(db: Db, userId: number, afterId: number): Promise<ExportRow[]> {
  return db.query<ExportRow>(sql`
    select id, json_build_object(
        'kind', kind, 'id', thing_id, 'level', level, 'createdAt', created_at
      )::text as item
    from follows
    where user_id = ${userId} and id > ${afterId}
    order by id
    limit 500`);
}

/** The e-mails about notices, by the day of their period. */
export function exportDigests(db: Db, userId: number, afterId: number): Promise<ExportRow[]> {
  return db.query<ExportRow>(sql`
    select id, json_build_object(
        'day', day, 'noticeCount', cardinality(notice_ids), 'createdAt', created_at
      )::text as item
    from digests
    where user_id = ${userId} and id > ${afterId}
    order by id
    limit 500`);
}

/** Browsers that get push messages. Without their keys. */
export function exportPushSubscriptions(db: Db, userId: number, afterId: number): Promise<ExportRow[]> {
  return db.query<ExportRow>(sql`
    select id, json_build_object(
        'endpoint', endpoint, 'sessionId', session_id, 'createdAt', created_at
      )::text as item
    from push_subscriptions
    where user_id = ${userId} and id > ${afterId}
    order by id
    limit 500`);
}
