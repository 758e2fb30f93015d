import sql, { raw } from 'sql-template-tag';
import type { ExportRow } from '#db/export.ts';
import type { Db } from '#db/pool.ts';
import type { LikeableKind } from './queries.ts';

/** A user's likes of one kind, by id: the content belongs to other users. */
export function exportLikes(kind: LikeableKind) {
  const [likes, contentId] = [raw(`${kind}_likes`), raw(`${kind}_id`)];
  const name = raw(`'${kind}Id'`);
  return (db: Db, userId: number, afterId: number): Promise<ExportRow[]> =>
    db.query<ExportRow>(sql`
      select ${contentId} as id, json_build_object(${name}, ${contentId}, 'createdAt', created_at)::text as item
      from ${likes}
      where user_id = ${userId} and ${contentId} > ${afterId}
      order by ${contentId}
      limit 500`);
}
