import { type CursorValues, cursorSql, onePage } from '#db/page.ts';
import type { Db } from '#db/pool.ts';
import { cardJson, joinCardParts } from '#domains/cards/view.ts';
import { chainJson, joinChainParts } from '#domains/chains/view.ts';
import { joinSubjectParts, subjectJson } from '#domains/subjects/view.ts';
import { viewerSql, viewerValues } from '#domains/users/view.ts';
import { isDraft } from '#domains/visibility/view.ts';
import type { Viewer } from '#http/viewer.ts';

const viewer = viewerSql(5);

/** The cursor before the last edited draft: microseconds, kind and id. */
export const lastEdited: CursorValues = ['9007199254740991', '9', '9007199254740991'];

/** Kinds are numbers, so that a cursor is three numbers. */
const lists = {
  postModelVec: {
    kind: 3,
    table: 'cards',
    item: `select ${cardJson('card', { viewer, draft: true })} from cards as card ${joinCardParts('card', viewer)}
      where card.id = page.id`,
  },
  chapterModelVec: {
    kind: 2,
    table: 'chains',
    item: `select ${chainJson('chain', { viewer })} from chains as chain ${joinChainParts('chain', viewer)}
      where chain.id = page.id`,
  },
  subjectModelVec: {
    kind: 1,
    table: 'subjects',
    item: `select ${subjectJson('subject', { viewer })} from subjects as subject ${joinSubjectParts('subject', viewer)}
      where subject.id = page.id`,
  },
};

const before = `timestamptz 'epoch' + $2::bigint * interval '1 microsecond'`;

/** SQL for the viewer's drafts of one kind, the last edited first. */
function draftsOf({ table, kind }: { table: string; kind: number }): string {
  const edited = `coalesce(${table}.edited_at, ${table}.created_at)`;
  return `(
    select ${kind} as kind, id, ${edited} as edited
    from ${table}
    where owner_id = ${viewer.id} and ${isDraft(table)} and (${edited}, ${kind}, id) < (${before}, $3::bigint, $4::bigint)
    order by ${edited} desc, id desc
    limit ${onePage}
  )`;
}

const members = Object.entries(lists).map(
  ([name, { kind, item }]) =>
    `'${name}', coalesce(json_agg((${item}) order by n) filter (where kind = ${kind} and n <= $1), '[]'::json)`,
);

/** The page is cut from all kinds together, so that one cursor is enough. */
const statement = `
  with page as materialized (
    select kind, id, edited, row_number() over (order by edited desc, kind desc, id desc) as n
    from (${Object.values(lists).map(draftsOf).join(' union all ')}) as drafts
    order by n
    limit ${onePage}
  )
  select json_strip_nulls(json_build_object(
    ${members.join(',\n    ')},
    'nextCursor', case when count(*) > $1 then
      max(${cursorSql('(extract(epoch from edited) * 1000000)::bigint', 'kind', 'id')}) filter (where n = $1)
    end
  ))::text as body
  from page`;

/** A page of the viewer's drafts as JSON text. */
export async function listDrafts(
  db: Db,
  of: Viewer,
  { limit, after }: { limit: number; after: CursorValues },
): Promise<string> {
  const [row] = await db.query<{ body: string }>({
    name: 'drafts',
    text: statement,
    values: [limit, ...after, ...viewerValues(of)],
  });
  return row?.body ?? '';
}
