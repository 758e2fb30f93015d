import sql from 'sql-template-tag';
import type { ExportRow } from '#db/export.ts';
import type { Db } from '#db/pool.ts';

/** A person's cards for themselves: with everything they wrote, markup and prompts included. */
export function exportCards(db: Db, userId: number, afterId: number): Promise<ExportRow[]> {
  return db.query<ExportRow>(sql`
    select cards.id, photos.key as "photoKey", json_build_object(
        'id', cards.id,
        'urlText', url_text,
        'type', type,
        'title', title,
        'text', text,
        'htmlDesc', html_desc,
        'tags', tags,
        'videoId', video_id,
        'aiPrompt', ai_prompt,
        'aiModelName', ai_model_name,
        'altText', alt_text,
        'picture', photos.key,
        'great', great,
        'locked', locked,
        'likeCount', like_count,
        'commentCount', comment_count,
        'createdAt', cards.created_at,
        'editedAt', edited_at
      )::text as item
    from cards left join photos on photos.id = cards.photo_id
    where owner_id = ${userId} and cards.id > ${afterId}
    order by cards.id
    limit 100`);
}
