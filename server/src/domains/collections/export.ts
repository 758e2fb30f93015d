import sql, { raw } from 'sql-template-tag';
import type { ExportRow } from '#db/export.ts';
import type { Db } from '#db/pool.ts';
import { chosenVisibility } from '#domains/visibility/view.ts';
import type { Collection } from './collection.ts';

type ExportPage = (db: Db, userId: number, afterId: number) => Promise<ExportRow[]>;

/** A user's chains or subjects, with the ids of what is in them in order. */
export function exportCollections({ table, items, itemKind }: Collection): ExportPage {
  const [from, links] = [raw(table), raw(items.table)];
  const [parent, item] = [raw(items.parent.column), raw(items.item)];
  const [list, itemId] = [raw(`'${itemKind}s'`), raw(`'${itemKind}Id'`)];
  return (db, userId, afterId) =>
    db.query<ExportRow>(sql`
      select ${from}.id, photos.key as "photoKey", json_build_object(
          'id', ${from}.id,
          'title', title,
          'description', description,
          'picture', photos.key,
          'visibility', ${raw(chosenVisibility(table))},
          'hidden', hidden_by is not null,
          'great', great,
          'likeCount', like_count,
          'createdAt', ${from}.created_at,
          'publishedAt', published_at,
          'editedAt', edited_at,
          ${list}, (
            select coalesce(json_agg(json_build_object(${itemId}, ${item}, 'rank', rank) order by rank, ${item}), '[]'::json)
            from ${links} where ${parent} = ${from}.id
          )
        )::text as item
      from ${from} left join photos on photos.id = ${from}.photo_id
      where owner_id = ${userId} and ${from}.id > ${afterId}
      order by ${from}.id
      limit 100`);
}

/** The ids of the chains or subjects in a user's list: some of them belong to others. */
export function exportSaved({ kind, saved }: Collection): ExportPage {
  const [from, item, name] = [raw(saved.table), raw(saved.item), raw(`'${kind}Id'`)];
  return (db, userId, afterId) =>
    db.query<ExportRow>(sql`
      select ${item} as id, json_build_object(${name}, ${item}, 'rank', rank)::text as item
      from ${from}
      where user_id = ${userId} and ${item} > ${afterId}
      order by ${item}
      limit 500`);
}
