import type { MemoryModel, Retention } from '@gyan/contract/learning.ts';
import { isOpenTo } from '#domains/visibility/is-open-to.ts';
import { isShownIn } from '#domains/visibility/view.ts';
import type { ViewerSql } from '#http/viewer.ts';
import { intervalsByGrade, isKnown, knownSql, leechThreshold, type Memory } from './scheduler.ts';

/** Kinds of content that hold cards in order. */
export type CollectionKind = 'chain' | 'subject';

/** SQL for the visible cards of a chain or subject, each once: `card_id`, `position`. */
export function cardsOf(kind: CollectionKind, id: string, viewer: ViewerSql): string {
  if (kind === 'chain') {
    return `select link.card_id, row_number() over (order by link.rank, link.card_id) as position
      from chain_cards as link
        join chains as chain on chain.id = link.chain_id
        join cards as card on card.id = link.card_id
      where link.chain_id = ${id} and ${isShownIn('chain', 'card', viewer)} and ${isOpenTo('card', viewer)}`;
  }
  return `select card_id, min(position) as position
    from (
      select link.card_id,
        row_number() over (order by chapter.rank, chapter.chain_id, link.rank, link.card_id) as position
      from subject_chains as chapter
        join subjects as subject on subject.id = chapter.subject_id
        join chains as chain on chain.id = chapter.chain_id
        join chain_cards as link on link.chain_id = chain.id
        join cards as card on card.id = link.card_id
      where chapter.subject_id = ${id}
        and ${isShownIn('subject', 'chain', viewer)} and ${isOpenTo('chain', viewer)}
        and ${isShownIn('chain', 'card', viewer)} and ${isOpenTo('card', viewer)}
    ) as placed
    group by card_id`;
}

/** Joins the viewer's `reading` and `memory` of the card in this column. */
export function joinLearning(cardId: string, viewer: ViewerSql): string {
  return `left join readings as reading on reading.user_id = ${viewer.id} and reading.card_id = ${cardId}
    left join memories as memory on memory.user_id = ${viewer.id} and memory.card_id = ${cardId}`;
}

/** The state of a card; needs `joinLearning`. */
export const stateSql = `case
    when ${knownSql('memory')} then 'known'
    when memory.stability is not null then 'learning'
    when reading.card_id is not null then 'read'
    else 'new'
  end`;

/** True when the card was edited since the last review, or since it was read; needs `joinLearning`. */
export function isChanged(card: string): string {
  return `coalesce(${card}.edited_at > coalesce(memory.last_review_at, reading.read_at), false)`;
}

/** SQL that is true while a card comes back for review; needs `joinLearning`. */
export const isReviewed = `not memory.aside and coalesce(memory.lapses, 0) - memory.forgiven_lapses < ${leechThreshold}`;

export function memoryModel(
  { cardId, memory, forgivenLapses }: { cardId: number; memory: Memory; forgivenLapses: number },
  retention: Retention,
  now: Date,
): MemoryModel {
  return {
    postId: cardId,
    state: isKnown(memory, now) ? 'known' : 'learning',
    dueAt: memory.dueAt.getTime(),
    stability: memory.stability,
    difficulty: memory.difficulty,
    lapses: Math.max(0, memory.lapses - forgivenLapses),
    intervalVec: intervalsByGrade(memory, now, retention),
  };
}
