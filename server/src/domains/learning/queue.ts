import type { Db } from '#db/pool.ts';
import { viewerSql, viewerValues } from '#domains/users/view.ts';
import { isOpenTo } from '#domains/visibility/is-open-to.ts';
import { isPublished, isShownIn } from '#domains/visibility/view.ts';
import type { Viewer } from '#http/viewer.ts';
import { memoryColumns } from './memories.ts';
import type { Memory } from './scheduler.ts';
import { isReviewed } from './view.ts';

/** Every statement here has the viewer in its first two parameters. */
const viewer = viewerSql(1);

/** Begins a statement: the visible chains in the viewer's queue, once for each study. */
export const withStudiedChains = `with studied_chains as materialized (
    select chain.id as chain_id, chain.visibility, chain.owner_id, study.id as study_id, 0::double precision as rank
    from studies as study
      join chains as chain on chain.id = study.chain_id
    where study.user_id = ${viewer.id} and ${isOpenTo('chain', viewer)}
    union all
    select chain.id, chain.visibility, chain.owner_id, study.id, chapter.rank
    from studies as study
      join subjects as subject on subject.id = study.subject_id
      join subject_chains as chapter on chapter.subject_id = subject.id
      join chains as chain on chain.id = chapter.chain_id
    where study.user_id = ${viewer.id} and ${isOpenTo('subject', viewer)}
      and ${isShownIn('subject', 'chain', viewer)} and ${isOpenTo('chain', viewer)}
  )`;

/** SQL that is true for a `card` in the viewer's queue; needs `withStudiedChains`. */
export const isStudied = `(
    exists (
      select from chain_cards as link join chains as chain on chain.id = link.chain_id
      where link.card_id = card.id and link.chain_id = any(array(select chain_id from studied_chains))
        and ${isShownIn('chain', 'card', viewer)}
    )
    or card.id = any(array(select card_id from studies where user_id = ${viewer.id} and card_id is not null))
      and (${isPublished('card')} or card.owner_id = ${viewer.id})
  )`;

/** A card with an interval of days is due from the beginning of its day on, one with minutes at its moment. */
const isDue = `memory.due_at < greatest($3::timestamptz, $4::timestamptz)
      and (memory.due_at <= $3::timestamptz or memory.scheduled_days >= 1)`;

// Recall falls with the time since the last review, counted in stabilities: the highest share is the lowest recall.
// The inner query sorts before the cards are looked up, so that only as many are looked up as are wanted.
const due = `
  ${withStudiedChains}
  select memory.card_id as "cardId"
  from (
    select memory.card_id, ($3::timestamptz - memory.last_review_at) / memory.stability as share
    from memories as memory
    where memory.user_id = ${viewer.id} and ${isDue} and ${isReviewed}
    order by share desc, card_id
    offset 0
  ) as memory
    join cards as card on card.id = memory.card_id
  where ${isOpenTo('card', viewer)} and ${isStudied}
  order by share desc, memory.card_id
  limit $5`;

// A card is placed where it comes first: by study, chapter and place in the chain.
const fresh = `
  ${withStudiedChains},
  unreviewed as (
    select reading.card_id
    from readings as reading
      left join memories as memory on memory.user_id = ${viewer.id} and memory.card_id = reading.card_id
    where reading.user_id = ${viewer.id} and memory.stability is null and memory.aside is not true
  ),
  placed as (
    select link.card_id, chain.study_id, chain.rank as chain_rank, chain.chain_id, link.rank as card_rank
    from unreviewed
      join cards as card on card.id = unreviewed.card_id
      join chain_cards as link on link.card_id = card.id
      join studied_chains as chain on chain.chain_id = link.chain_id
    where ${isShownIn('chain', 'card', viewer)}
    union all
    select study.card_id, study.id, 0, 0, 0
    from studies as study
      join unreviewed on unreviewed.card_id = study.card_id
    where study.user_id = ${viewer.id}
  )
  select card.id as "cardId"
  from (
    select distinct on (card_id) * from placed order by card_id, study_id, chain_rank, chain_id, card_rank
  ) as placed
    join cards as card on card.id = placed.card_id
  where ${isOpenTo('card', viewer)} and ${isStudied}
  order by study_id, chain_rank, chain_id, card_rank, card_id
  limit $3`;

/**
 * The cards of a session: due ones, the least likely to be recalled first, then new ones in the order of their chains.
 */
export async function findQueue(
  db: Db,
  of: Viewer,
  { now, endOfDay }: { now: Date; endOfDay: Date },
  limit: number,
): Promise<number[]> {
  const dueRows = await db.query<{ cardId: number }>({
    name: 'review-due',
    text: due,
    values: [...viewerValues(of), now, endOfDay, limit],
  });
  const newRows = await db.query<{ cardId: number }>({
    name: 'review-new',
    text: fresh,
    values: [...viewerValues(of), limit - dueRows.length],
  });
  return [...dueRows, ...newRows].map(({ cardId }) => cardId);
}

const queuedMemories = `
  ${withStudiedChains}
  select ${memoryColumns}
  from memories as memory
    join cards as card on card.id = memory.card_id
  where memory.user_id = ${viewer.id} and memory.stability is not null and ${isReviewed}
    and ${isOpenTo('card', viewer)} and ${isStudied}
  order by memory.due_at`;

/** The memories of all cards in the viewer's queue that come back. */
export function findQueuedMemories(db: Db, of: Viewer): Promise<Memory[]> {
  return db.query<Memory>({ name: 'queued-memories', text: queuedMemories, values: viewerValues(of) });
}
