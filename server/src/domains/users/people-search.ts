import { canonicalEmail } from '@gyan/contract/credentials.ts';
import { mostCounted } from '@gyan/contract/limits.ts';
import sql, { empty, raw, type Sql } from 'sql-template-tag';
import { type CursorValues, cursorSql, type Page, pageOf } from '#db/page.ts';
import type { Db } from '#db/pool.ts';
import { fromViewerTable, isNotBlocked, viewerTable } from '#domains/connections/view.ts';
import { isAdmin, type Viewer } from '#http/viewer.ts';
import { joinPersonParts, type PersonForViewerRow, personForViewerColumns } from './queries.ts';

/** The cursor above every match; only the second number, the similarity, is fractional. */
export const bestMatch: CursorValues = ['9', 'Infinity', '0'];

/**
 * The quality of a match comes first. Queries match names only, except that admins can search a complete e-mail
 * address.
 */
const tier = { email: 5, wholeName: 4, wholeWords: 3, beginnings: 2, alike: 1 } as const;

/** Trigrams need a few characters to be useful, and in the C locale they only support ASCII. */
const hasTrigrams = (typed: string) => /[a-z0-9]{4}/i.test(typed.normalize('NFKD').replace(/\p{M}/gu, ''));

const hasEmail = (typed: string) => sql`lower(users.email) = lower(${canonicalEmail(typed) ?? typed})`;

/** For a row of `users`, in a statement that begins with `viewerTable`. */
function isMatch(viewer: Viewer, typed: string): Sql {
  const forAdmin = isAdmin(viewer.role);
  return sql`
    (
      search_keys @@ ask_name(${typed}, 'near')
      ${hasTrigrams(typed) ? sql`or plain_text(${typed}) <% search_name` : empty}
      ${forAdmin ? sql`or ${hasEmail(typed)}` : empty}
    )
    and leaving_at is null
    and ${raw(isNotBlocked('users.id', fromViewerTable))}
    ${forAdmin ? empty : sql`and email_verified_at is not null and users.id <> ${viewer.userId}`}`;
}

/**
 * Users by name: whole names, then whole words, word prefixes, and last similar names with typos. Not a prepared
 * statement: the right index depends on the query.
 */
export async function searchPeople(
  db: Db,
  viewer: Viewer,
  typed: string,
  { limit, after }: { limit: number; after: CursorValues },
): Promise<Page<PersonForViewerRow>> {
  const rows = await db.query<PersonForViewerRow & { cursor: string }>(sql`
    with ${viewerTable(viewer)}
    select ${personForViewerColumns}, ${raw(cursorSql('tier', 'alike', 'found.id'))} as cursor
    from (
      select users.id,
        case
          ${isAdmin(viewer.role) ? sql`when ${hasEmail(typed)} then ${raw(String(tier.email))}` : empty}
          when search_name = plain_text(${typed}) then ${raw(String(tier.wholeName))}
          when search_keys @@ ask_name(${typed}, 'whole') then ${raw(String(tier.wholeWords))}
          when search_keys @@ ask_name(${typed}, 'begins') then ${raw(String(tier.beginnings))}
          else ${raw(String(tier.alike))}
        end as tier,
        (word_similarity(plain_text(${typed}), search_name)
          + coalesce(ts_rank(search_keys, ask_name(${typed}, 'near')), 0))::float8 as alike
      from users
      where ${isMatch(viewer, typed)}
    ) as found
    join users on users.id = found.id ${joinPersonParts}
    where (tier, alike, -found.id) < (${after[0]}::bigint, ${after[1]}::float8, -(${after[2]}::bigint))
    order by tier desc, alike desc, found.id
    limit ${limit + 1}`);
  return pageOf(rows, limit);
}

/** Counts the matches, up to `mostCounted`. */
export async function countPeople(db: Db, viewer: Viewer, typed: string): Promise<number> {
  const [row] = await db.query<{ amount: number }>(sql`
    with ${viewerTable(viewer)}
    select count(*) as amount from (select from users where ${isMatch(viewer, typed)} limit ${mostCounted}) as found`);
  return row?.amount ?? 0;
}
