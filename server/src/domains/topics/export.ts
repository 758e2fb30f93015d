import sql from 'sql-template-tag';
import type { ExportRow } from '#db/export.ts';
import type { Db } from '#db/pool.ts';

/** The topics a user follows, with their rank. */
export function exportTopics(db: Db, userId: number, afterId: number): Promise<ExportRow[]> {
  return db.query<ExportRow>(sql`
    select topic_id as id, json_build_object('topicId', topic_id, 'name', topics.name, 'rank', rank)::text as item
    from user_topics join topics on topics.id = user_topics.topic_id
    where user_id = ${userId} and topic_id > ${afterId}
    order by topic_id
    limit 500`);
}
