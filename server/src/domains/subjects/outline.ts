import { treeLabelLength } from '@gyan/contract/limits.ts';
import type { Db } from '#db/pool.ts';
import { isNotLeaving } from '#domains/users/view.ts';
import { isReadable, isShownIn } from '#domains/visibility/view.ts';
import { joinSubjectParts, subjectJson } from './view.ts';

/**
 * A label is one line: runs of white space become one space. Only the beginning of a long text is read; stored text is
 * trimmed, so it begins with a word.
 */
const label = `left(coalesce(
  nullif(btrim(regexp_replace(left(card.text, ${4 * treeLabelLength}), '\\s+', ' ', 'g')), ''),
  card.title
), ${treeLabelLength + 1})`;

/** One statement and about 150 bytes per card, where whole cards would take thousands. */
const outline = `
  select json_strip_nulls(json_build_object(
    'subjectModel', ${subjectJson('subject')},
    'outlineVec', (
      select coalesce(json_agg(json_build_object(
        'id', chain.id,
        'title', chain.title,
        'postVec', (
          select coalesce(
            json_agg(json_build_object('id', card.id, 'urlText', card.url_text, 'title', card.title, 'label', ${label}) order by place.rank, place.card_id),
            '[]'::json
          )
          from chain_cards as place join cards as card on card.id = place.card_id
          where place.chain_id = chain.id and ${isShownIn('chain', 'card', undefined)} and ${isNotLeaving('card.owner_id')}
        )
      ) order by link.rank, link.chain_id), '[]'::json)
      from subject_chains as link join chains as chain on chain.id = link.chain_id
      where link.subject_id = subject.id and ${isShownIn('subject', 'chain', undefined)} and ${isNotLeaving('chain.owner_id')}
    )
  ))::text as body
  from subjects as subject ${joinSubjectParts('subject')}
  where subject.id = $1::bigint and ${isReadable('subject', undefined)}`;

export async function findSubjectOutline(db: Db, id: number): Promise<string | undefined> {
  const [row] = await db.query<{ body: string }>({ name: 'subject-outline', text: outline, values: [id] });
  return row?.body;
}
