import sql from 'sql-template-tag';
import type { ExportRow } from '#db/export.ts';
import type { Db } from '#db/pool.ts';

const pageSize = 500;

export function exportReadings(db: Db, userId: number, afterId: number): Promise<ExportRow[]> {
  return db.query<ExportRow>(sql`
    select card_id as id, json_build_object('cardId', card_id, 'readAt', read_at)::text as item
    from readings where user_id = ${userId} and card_id > ${afterId} order by card_id limit ${pageSize}`);
}

export function exportMemories(db: Db, userId: number, afterId: number): Promise<ExportRow[]> {
  return db.query<ExportRow>(sql`
    select card_id as id, json_build_object('cardId', card_id, 'stability', stability, 'difficulty', difficulty,
      'dueAt', due_at, 'lastReviewAt', last_review_at, 'reviews', reps, 'lapses', lapses, 'forgivenLapses', forgiven_lapses,
      'setAside', aside)::text as item
    from memories where user_id = ${userId} and card_id > ${afterId} order by card_id limit ${pageSize}`);
}

export function exportStudies(db: Db, userId: number, afterId: number): Promise<ExportRow[]> {
  return db.query<ExportRow>(sql`
    select id, json_strip_nulls(json_build_object('chainId', chain_id, 'subjectId', subject_id, 'cardId', card_id,
      'createdAt', created_at))::text as item
    from studies where user_id = ${userId} and id > ${afterId} order by id limit ${pageSize}`);
}

/** The questions on the user's own cards. */
export function exportPrompts(db: Db, userId: number, afterId: number): Promise<ExportRow[]> {
  return db.query<ExportRow>(sql`
    select prompts.id, json_build_object('cardId', card_id, 'kind', kind, 'question', question, 'answer', answer)::text as item
    from prompts join cards on cards.id = prompts.card_id
    where cards.owner_id = ${userId} and prompts.id > ${afterId}
    order by prompts.id limit ${pageSize}`);
}

/** The places in chains and subjects. They have no id: the pages count them in order. */
export function exportPlaces(db: Db, userId: number, afterId: number): Promise<ExportRow[]> {
  return db.query<ExportRow>(sql`
    select n as id, item from (
      select row_number() over (order by chain_id, subject_id) as n,
        json_build_object('chainId', chain_id, 'subjectId', subject_id, 'cardId', card_id, 'openedAt', opened_at)::text as item
      from places where user_id = ${userId}
    ) as numbered
    where n > ${afterId} order by n limit ${pageSize}`);
}

/** Reviews have no numeric id: the pages count them in order of time. */
export function exportReviews(db: Db, userId: number, afterId: number): Promise<ExportRow[]> {
  return db.query<ExportRow>(sql`
    select ${afterId} + row_number() over () as id, item from (
      select json_build_object('reviewId', id, 'cardId', card_id, 'grade', grade, 'at', reviewed_at, 'zone', zone,
        'ms', took_ms, 'promptId', prompt_id, 'missed', missed, 'undoneAt', undone_at)::text as item
      from reviews where user_id = ${userId}
      order by reviewed_at, id
      offset ${afterId} limit ${pageSize}
    ) as listed`);
}
