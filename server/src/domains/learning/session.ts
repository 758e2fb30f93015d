import type { LearningSettings, Retention } from '@gyan/contract/learning.ts';
import type { Db } from '#db/pool.ts';
import { cardJson, joinCardParts } from '#domains/cards/view.ts';
import { viewerSql, viewerValues } from '#domains/users/view.ts';
import type { Viewer } from '#http/viewer.ts';
import { endOfDay } from './days.ts';
import { memoryColumns } from './memories.ts';
import { promptsJson } from './prompt-queries.ts';
import { isReviewed } from './reviews.ts';
import { intervalsByGrade, lapsesUntilHelp, type Memory } from './scheduler.ts';
import { isChanged, isVisible, joinLearning, stateSql } from './view.ts';

const defaultCardMs = 20_000;
/** The time per card is a person's own from so many reviews on, as the median of the last hundred. */
const reviewsUntilOwnPace = 20;
const most = 200;

/** Every statement here has the viewer in its first two parameters and the end of their day in the third. */
const viewer = viewerSql(1);

/** The cards in the viewer's queue with their order: `card_id`, `position`. They need not be visible. */
const studied = `
  select card_id, min(position) as position
  from (
    select card_id, row_number() over (order by study_id, chain_rank, chain_id, card_rank, card_id) as position
    from (
      select card_id, id as study_id, 0::double precision as chain_rank, 0::bigint as chain_id,
        0::double precision as card_rank
      from studies where user_id = ${viewer.id} and card_id is not null
      union all
      select link.card_id, study.id, 0, 0, link.rank
      from studies as study
        join chains as chain on chain.id = study.chain_id
        join chain_cards as link on link.chain_id = chain.id
      where study.user_id = ${viewer.id} and ${isVisible('chain.owner_id', viewer)}
      union all
      select link.card_id, study.id, chapter.rank, chapter.chain_id, link.rank
      from studies as study
        join subjects as subject on subject.id = study.subject_id
        join subject_chains as chapter on chapter.subject_id = subject.id
        join chains as chain on chain.id = chapter.chain_id
        join chain_cards as link on link.chain_id = chain.id
      where study.user_id = ${viewer.id} and ${isVisible('subject.owner_id', viewer)}
        and ${isVisible('chain.owner_id', viewer)}
    ) as listed
  ) as numbered
  group by card_id`;

/** A card with an interval of days is due from the beginning of its day on, one with minutes at its moment. */
const isDue = `(memory.due_at <= now() or (memory.scheduled_days >= 1 and memory.due_at < $3::timestamptz))`;

// Recall falls with the time since the last review, counted in stabilities: the highest share is the lowest recall.
const due = `
  select memory.card_id, 1 as part,
    -extract(epoch from now() - memory.last_review_at) / memory.stability as place
  from memories as memory
    join studied on studied.card_id = memory.card_id
    join cards as card on card.id = memory.card_id
  where memory.user_id = ${viewer.id} and memory.due_at < greatest(now(), $3::timestamptz) and ${isDue}
    and ${isReviewed} and ${isVisible('card.owner_id', viewer)}`;

const fresh = `
  select card.id, 2, studied.position
  from studied
    join readings as reading on reading.user_id = ${viewer.id} and reading.card_id = studied.card_id
    join cards as card on card.id = studied.card_id
    left join memories as memory on memory.user_id = ${viewer.id} and memory.card_id = studied.card_id
  where memory.stability is null and memory.aside is not true and ${isVisible('card.owner_id', viewer)}`;

const queue = `with studied as materialized (${studied}), queue as (${due} union all ${fresh})`;

const statements = {
  'review-count': `${queue} select count(*) as count from queue`,
  'review-queue': `${queue} select card_id as "cardId" from queue order by part, place, card_id limit $4`,
  'review-items': `
    select json_strip_nulls(${cardJson('card', { markup: true, viewer })})::text as post,
      (${promptsJson('card')})::text as prompts, ${stateSql} as state, ${isChanged('card')} as changed, ${memoryColumns}
    from unnest($3::bigint[]) with ordinality as listed (card_id, n)
      join cards as card on card.id = listed.card_id ${joinCardParts('card')} ${joinLearning('card.id', viewer)}
    order by n`,
  'review-help': `
    with studied as materialized (${studied})
    select coalesce(json_agg(json_build_object(
        'postModel', json_strip_nulls(${cardJson('card', { viewer })}),
        'lapses', memory.lapses - memory.forgiven_lapses
      ) order by card.id), '[]'::json)::text as body
    from memories as memory
      join studied on studied.card_id = memory.card_id
      join cards as card on card.id = memory.card_id ${joinCardParts('card')}
    where memory.user_id = ${viewer.id} and not memory.aside and memory.lapses - memory.forgiven_lapses >= ${lapsesUntilHelp}
      and ${isVisible('card.owner_id', viewer)}`,
};

/** What is remembered of every card in the viewer's queue that comes back. */
export function findQueuedMemories(db: Db, of: Viewer): Promise<Memory[]> {
  return db.query<Memory>({
    name: 'queued-memories',
    text: `with studied as materialized (${studied})
      select ${memoryColumns}
      from memories as memory
        join studied on studied.card_id = memory.card_id
        join cards as card on card.id = memory.card_id
      where memory.user_id = ${viewer.id} and memory.stability is not null and ${isReviewed}
        and ${isVisible('card.owner_id', viewer)}
      order by memory.due_at`,
    values: viewerValues(of),
  });
}

/** The milliseconds a person takes for a card. */
export async function findPace(db: Db, userId: number): Promise<number> {
  const [row] = await db.query<{ count: number; median: number | null }>({
    name: 'review-pace',
    text: `select count(*) as count, percentile_cont(0.5) within group (order by took_ms) as median
      from (
        select took_ms from reviews where user_id = $1 and undone_at is null order by reviewed_at desc limit 100
      ) as newest`,
    values: [userId],
  });
  return row && row.count >= reviewsUntilOwnPace && row.median !== null
    ? Math.max(1, row.median)
    : defaultCardMs;
}

/** How many cards a session has; at least one, however slow the person is. */
export function cardsIn(minutes: number, paceMs: number): number {
  return Math.min(most, Math.max(1, Math.floor((minutes * 60_000) / paceMs)));
}

/** The minutes that wait today, at most one session. */
export async function findDueMinutes(
  db: Db,
  of: Viewer,
  settings: LearningSettings,
  now = new Date(),
): Promise<number> {
  const [row] = await db.query<{ count: number }>({
    name: 'review-count',
    text: statements['review-count'],
    values: [...viewerValues(of), endOfDay(now, settings.zone)],
  });
  const minutes = Math.ceil(((row?.count ?? 0) * (await findPace(db, of.userId))) / 60_000);
  return Math.min(settings.minutes, minutes);
}

type ItemRow = Memory & Omit<ShownItem, 'memory'>;

/** The JSON of a session. */
export async function findSession(
  db: Db,
  of: Viewer,
  settings: LearningSettings,
  minutes: number,
  now = new Date(),
): Promise<string> {
  const pace = await findPace(db, of.userId);
  const queued = await db.query<{ cardId: number }>({
    name: 'review-queue',
    text: statements['review-queue'],
    values: [...viewerValues(of), endOfDay(now, settings.zone), cardsIn(minutes, pace)],
  });
  const items = await db.query<ItemRow>({
    name: 'review-items',
    text: statements['review-items'],
    values: [...viewerValues(of), queued.map(({ cardId }) => cardId)],
  });
  const [help] = await db.query<{ body: string }>({
    name: 'review-help',
    text: statements['review-help'],
    values: viewerValues(of),
  });
  const list = items
    .map(({ post, prompts, state, changed, ...memory }) => {
      const remembered = memory.stability === null ? undefined : memory;
      return itemJson({ post, prompts, state, changed, memory: remembered }, settings.retention, now);
    })
    .join(',');
  return `{"reviewItemVec":[${list}],"helpVec":${help?.body ?? '[]'},"done":${items.length === 0}}`;
}

const demo = `
  select json_strip_nulls(${cardJson('card', { markup: true })})::text as post, (${promptsJson('card')})::text as prompts
  from cards as card ${joinCardParts('card')}
  where card.photo_id is not null and card.video_id is null and length(card.text) > 40
  order by card.score desc, card.id desc
  limit 1`;

/** The JSON of `GET /review_demo`: a card as a learner reviews it for the first time. */
export async function findDemoItem(db: Db, now = new Date()): Promise<string> {
  const [row] = await db.query<{ post: string; prompts: string }>({
    name: 'review-demo',
    text: demo,
    values: [],
  });
  if (!row) return '{"reviewItem":null}';
  const item = { ...row, state: 'read', changed: false, memory: undefined };
  return `{"reviewItem":${itemJson(item, 'usual', now)}}`;
}

interface ShownItem {
  post: string;
  prompts: string;
  state: string;
  changed: boolean;
  memory: Memory | undefined;
}

function itemJson(
  { post, prompts, state, changed, memory }: ShownItem,
  retention: Retention,
  now: Date,
): string {
  const rest = {
    regionVec: [],
    state,
    dueAt: memory?.dueAt.getTime() ?? null,
    lastReviewAt: memory?.lastReviewAt.getTime() ?? null,
    changed,
    intervalVec: intervalsByGrade(memory, now, retention),
  };
  return `{"postModel":${post},"promptModelVec":${prompts},${JSON.stringify(rest).slice(1)}`;
}
