import sql, { raw } from 'sql-template-tag';
import type { Transaction } from '#db/pool.ts';
import { likeableKinds } from './queries.ts';

/** Deletes all likes of a user and updates the counts. */
export async function eraseLikesOf(tx: Transaction, userId: number): Promise<void> {
  for (const kind of likeableKinds) {
    const [likes, contents, contentId] = [raw(`${kind}_likes`), raw(`${kind}s`), raw(`${kind}_id`)];
    // Locks the liked content before the likes, as everywhere.
    await tx.query(sql`
      select from ${contents} where id in (select ${contentId} from ${likes} where user_id = ${userId})
      order by id for no key update`);
    await tx.query(sql`
      with taken as (delete from ${likes} where user_id = ${userId} returning ${contentId} as id)
      update ${contents} as content
      set like_count = content.like_count - 1
      from taken
      where content.id = taken.id`);
  }
}
