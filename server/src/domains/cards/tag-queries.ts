import { type CursorValues, cursorSql, onePage, pageStatement } from '#db/page.ts';
import type { Db } from '#db/pool.ts';
import { isListed } from '#domains/visibility/view.ts';
import type { CardPage } from './list-queries.ts';

/** The cursor before the most used tag. */
export const mostUsedTag: CursorValues = ['9007199254740991', '0'];

// `card_count` counts public cards and is kept by triggers. The cards of users whose account is being deleted are
// subtracted here: these users are few.
const tags = pageStatement(
  'tagModelVec',
  `select json_build_object('name', name, 'count', uses) as item, ${cursorSql('uses', 'id')} as cursor
   from (
     select tags.id, tags.name, tags.card_count - coalesce(hidden.cards, 0) as uses
     from tags
     left join (
       select tag, count(*) as cards
       from users join cards on cards.owner_id = users.id cross join unnest(cards.tags) as tag
       where users.leaving_at is not null and ${isListed('cards')}
       group by tag
     ) as hidden on hidden.tag = tags.name
   ) as used
   where uses > 0 and (uses < $2::bigint or (uses = $2::bigint and id > $3::bigint))
   order by uses desc, id
   limit ${onePage}`,
);

export async function listTags(db: Db, page: CardPage): Promise<string> {
  const [row] = await db.query<{ body: string }>({
    name: 'tags',
    text: tags,
    values: [page.limit, ...page.after],
  });
  return row?.body ?? '';
}
