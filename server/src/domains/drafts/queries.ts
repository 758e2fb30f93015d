import type { Db } from '#db/pool.ts';
import { cardJson, joinCardParts } from '#domains/cards/view.ts';
import { chainJson, joinChainParts } from '#domains/chains/view.ts';
import { joinSubjectParts, subjectJson } from '#domains/subjects/view.ts';
import { viewerSql, viewerValues } from '#domains/users/view.ts';
import { isDraft } from '#domains/visibility/view.ts';
import type { Viewer } from '#http/viewer.ts';

/** So many drafts of each kind are listed. */
const most = 200;

const viewer = viewerSql(1);

/** SQL for the viewer's drafts of one kind as JSON, the last edited first. */
function draftsOf(kind: 'card' | 'chain' | 'subject', json: string, parts: string): string {
  const edited = `coalesce(${kind}.edited_at, ${kind}.created_at)`;
  return `(
    select coalesce(json_agg(item order by edited desc, id desc), '[]'::json)
    from (
      select ${kind}.id, ${edited} as edited, ${json} as item
      from ${kind}s as ${kind} ${parts}
      where ${kind}.owner_id = ${viewer.id} and ${isDraft(kind)}
      order by ${edited} desc, ${kind}.id desc
      limit ${most}
    ) as listed
  )`;
}

const statement = `
  select json_strip_nulls(json_build_object(
    'postModelVec', ${draftsOf('card', cardJson('card', { viewer, draft: true }), joinCardParts('card', viewer))},
    'chapterModelVec', ${draftsOf('chain', chainJson('chain', { viewer }), joinChainParts('chain', viewer))},
    'subjectModelVec', ${draftsOf('subject', subjectJson('subject', { viewer }), joinSubjectParts('subject', viewer))}
  ))::text as body`;

/** The viewer's drafts as JSON text. */
export async function listDrafts(db: Db, of: Viewer): Promise<string> {
  const [row] = await db.query<{ body: string }>({
    name: 'drafts',
    text: statement,
    values: viewerValues(of),
  });
  return row?.body ?? '';
}
