import sql from 'sql-template-tag';
import type { ExportRow } from '#db/export.ts';
import type { Db } from '#db/pool.ts';

/** A person's subjects, with the chains in them, in their order. */
export function exportSubjects(db: Db, userId: number, afterId: number): Promise<ExportRow[]> {
  return db.query<ExportRow>(sql`
    select subjects.id, photos.key as "photoKey", json_build_object(
        'id', subjects.id,
        'title', title,
        'description', description,
        'picture', photos.key,
        'great', great,
        'likeCount', like_count,
        'createdAt', subjects.created_at,
        'chains', (
          select coalesce(json_agg(json_build_object('chainId', chain_id, 'rank', rank) order by rank, chain_id), '[]'::json)
          from subject_chains where subject_id = subjects.id
        )
      )::text as item
    from subjects left join photos on photos.id = subjects.photo_id
    where owner_id = ${userId} and subjects.id > ${afterId}
    order by subjects.id
    limit 100`);
}

/** The subjects in a person's list by their numbers: some of them are somebody else's. */
export function exportKeptSubjects(db: Db, userId: number, afterId: number): Promise<ExportRow[]> {
  return db.query<ExportRow>(sql`
    select subject_id as id, json_build_object('subjectId', subject_id, 'rank', rank)::text as item
    from user_subjects
    where user_id = ${userId} and subject_id > ${afterId}
    order by subject_id
    limit 500`);
}
