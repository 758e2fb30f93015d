import type { LearningState } from '@gyan/contract/learning.ts';
import type { Db } from '#db/pool.ts';
import { viewerSql, viewerValues } from '#domains/users/view.ts';
import { isOpenTo } from '#domains/visibility/is-open-to.ts';
import { ProblemError } from '#http/problems.ts';
import type { Viewer } from '#http/viewer.ts';
import { joinLearning, stateSql } from './view.ts';

export interface OpenedCard {
  cardId: number;
  chainId?: number | undefined;
  subjectId?: number | undefined;
}

const viewer = viewerSql(1);

// Nothing is written unless the card is in the chain and in the subject that are named.
const statement = `
  with opened as (
    select card.id, ${stateSql} as state,
      ($4::bigint is null or exists (
        select from chain_cards as link join chains as chain on chain.id = link.chain_id
        where link.card_id = card.id and chain.id = $4::bigint and ${isOpenTo('chain', viewer)}
      )) and ($5::bigint is null or exists (
        select from chain_cards as link
          join chains as chain on chain.id = link.chain_id
          join subject_chains as chapter on chapter.chain_id = chain.id
          join subjects as subject on subject.id = chapter.subject_id
        where link.card_id = card.id and subject.id = $5::bigint
          and ${isOpenTo('chain', viewer)} and ${isOpenTo('subject', viewer)}
      )) as is_placed
    from cards as card ${joinLearning('card.id', viewer)}
    where card.id = $3::bigint and ${isOpenTo('card', viewer)}
  ),
  placed as (select id from opened where is_placed),
  read as (
    insert into readings (user_id, card_id) select ${viewer.id}, id from placed
    on conflict on constraint readings_once_per_user do update set read_at = now()
  ),
  place as (
    insert into places (user_id, chain_id, subject_id, card_id)
    select ${viewer.id}, chain_id, subject_id, id
    from placed cross join (values ($4::bigint, null::bigint), (null, $5::bigint)) as collection (chain_id, subject_id)
    where num_nonnulls(chain_id, subject_id) = 1
    on conflict on constraint places_once_per_thing do update set card_id = excluded.card_id, opened_at = now()
  )
  select state, is_placed as "isPlaced" from opened`;

/** PostgreSQL's code for a foreign key whose row is missing. */
const isMissingReference = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '23503';

/** Marks a card as read and remembers it as the place in its chain and subject. */
export async function markRead(db: Db, of: Viewer, opened: OpenedCard): Promise<LearningState> {
  const run = () =>
    db.query<{ state: LearningState; isPlaced: boolean }>({
      name: 'mark-read',
      text: statement,
      values: [...viewerValues(of), opened.cardId, opened.chainId ?? null, opened.subjectId ?? null],
    });
  // What was deleted while the statement ran is missing when it runs again.
  const [row] = await run().catch((error: unknown) => {
    if (isMissingReference(error)) return run();
    throw error;
  });
  if (!row) throw new ProblemError('not_found', 'This card is not here, or not any more.');
  if (!row.isPlaced) throw new ProblemError('conflict', 'This card is not in that chain or subject.');
  return row.state === 'new' ? 'read' : row.state;
}
