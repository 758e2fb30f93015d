import type { LearningSettings, Retention } from '@gyan/contract/learning.ts';
import type { Db } from '#db/pool.ts';
import { cardJson, joinCardParts, regionsJson } from '#domains/cards/view.ts';
import { viewerSql, viewerValues } from '#domains/users/view.ts';
import { isOpenTo } from '#domains/visibility/is-open-to.ts';
import { isListed, isListedFor, isShownIn } from '#domains/visibility/view.ts';
import type { Viewer } from '#http/viewer.ts';
import { endOfDay } from './days.ts';
import { memoryColumns } from './memories.ts';
import { promptsJson } from './prompt-queries.ts';
import { findQueue, isStudied, withStudiedChains } from './queue.ts';
import { intervalsByGrade, leechThreshold, type Memory } from './scheduler.ts';
import { isChanged, joinLearning, stateSql } from './view.ts';

const defaultCardMs = 20_000;
/** From so many reviews on, the time per card is the median of the user's last hundred. */
const reviewsUntilOwnPace = 20;
const most = 200;
/** Cards forgotten often are offered a few at a time. */
const shownHelp = 5;

/** Every statement here has the viewer in its first two parameters. */
const viewer = viewerSql(1);

const regionsOfCard = `coalesce(${regionsJson('card')}, '[]'::json)::text`;

const statements = {
  'review-items': `
    ${withStudiedChains}
    select json_strip_nulls(${cardJson('card', { markup: true, viewer })})::text as post, ${regionsOfCard} as regions,
      (${promptsJson('card')})::text as prompts, ${stateSql} as state, ${isChanged('card')} as changed,
      source.chain as "sourceChapter", ${memoryColumns}
    from unnest($3::bigint[]) with ordinality as listed (card_id, n)
      join cards as card on card.id = listed.card_id ${joinCardParts('card', viewer)} ${joinLearning('card.id', viewer)}
      left join lateral (
        select json_build_object('id', chain.id, 'title', chain.title) as chain
        from chain_cards as link join chains as chain on chain.id = link.chain_id
        where link.card_id = card.id and ${isOpenTo('chain', viewer)} and ${isShownIn('chain', 'card', viewer)}
          and (${isListedFor('chain', viewer)} or chain.id = any(array(select chain_id from studied_chains)))
        order by chain.id = any(array(select chain_id from studied_chains)) desc, chain.id
        limit 1
      ) as source on true
    order by n`,
  // The first condition on lapses is that of the index.
  'review-help': `
    ${withStudiedChains}
    select coalesce(json_agg(item), '[]'::json)::text as body
    from (
      select json_build_object(
        'postModel', json_strip_nulls(${cardJson('card', { viewer })}),
        'lapses', memory.lapses - memory.forgiven_lapses,
        'chapterId', (
          select min(link.chain_id)
          from chain_cards as link join studied_chains as chain on chain.chain_id = link.chain_id
          where link.card_id = card.id and ${isShownIn('chain', 'card', viewer)}
        )
      ) as item
      from memories as memory
        join cards as card on card.id = memory.card_id ${joinCardParts('card', viewer)}
      where memory.user_id = ${viewer.id} and memory.lapses >= ${leechThreshold} and not memory.aside
        and memory.lapses - memory.forgiven_lapses >= ${leechThreshold}
        and ${isOpenTo('card', viewer)} and ${isStudied}
      order by memory.last_review_at desc, card.id
      limit ${shownHelp}
    ) as listed`,
};

/** The milliseconds a user takes for a card. */
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

/** How many answers fit into a session; at least one. */
export function cardsIn(minutes: number, paceMs: number): number {
  return Math.min(most, Math.max(1, Math.floor((minutes * 60_000) / paceMs)));
}

const dayOf = (now: Date, { zone }: LearningSettings) => ({ now, endOfDay: endOfDay(now, zone) });

/** The minutes of review due today, at most one session. */
export async function findDueMinutes(
  db: Db,
  of: Viewer,
  settings: LearningSettings,
  now = new Date(),
): Promise<number> {
  const pace = await findPace(db, of.userId);
  // One card more than fits shows that the session is full.
  const limit = cardsIn(settings.minutes, pace) + 1;
  const queued = await findQueue(db, of, dayOf(now, settings), limit);
  return Math.min(settings.minutes, Math.ceil((queued.length * pace) / 60_000));
}

type ItemRow = Memory & Omit<ShownItem, 'memory'>;

/** The JSON of a session. */
export async function buildReviewSession(
  db: Db,
  of: Viewer,
  settings: LearningSettings,
  minutes: number,
  now = new Date(),
): Promise<string> {
  const maxAnswers = cardsIn(minutes, await findPace(db, of.userId));
  const queued = await findQueue(db, of, dayOf(now, settings), maxAnswers);
  const items = await db.query<ItemRow>({
    name: 'review-items',
    text: statements['review-items'],
    values: [...viewerValues(of), queued],
  });
  const [help] = await db.query<{ body: string }>({
    name: 'review-help',
    text: statements['review-help'],
    values: viewerValues(of),
  });
  const list = items
    .map(({ post, regions, prompts, state, changed, sourceChapter, ...memory }) => {
      const remembered = memory.stability === null ? undefined : memory;
      const item = { post, regions, prompts, state, changed, sourceChapter, memory: remembered };
      return itemJson(item, settings.retention, now);
    })
    .join(',');
  const rest = JSON.stringify({ maxAnswers, done: items.length === 0 });
  return `{"reviewItemVec":[${list}],"helpVec":${help?.body ?? '[]'},${rest.slice(1)}`;
}

const demo = `
  select json_strip_nulls(${cardJson('card', { markup: true })})::text as post, ${regionsOfCard} as regions,
    (${promptsJson('card')})::text as prompts
  from cards as card ${joinCardParts('card')}
  where ${isListed('card')} and card.photo_id is not null and card.video_id is null and length(card.text) > 40
  order by card.score desc, card.id desc
  limit 1`;

/** The JSON of `GET /review_demo`: a card as a learner reviews it for the first time. */
export async function findDemoItem(db: Db): Promise<string> {
  const [row] = await db.query<{ post: string; regions: string; prompts: string }>({
    name: 'review-demo',
    text: demo,
    values: [],
  });
  if (!row) return '{"reviewItem":null}';
  const item = { ...row, state: 'read', changed: false, sourceChapter: null, memory: undefined };
  return `{"reviewItem":${itemJson(item, 'usual', new Date())}}`;
}

interface ShownItem {
  post: string;
  regions: string;
  prompts: string;
  state: string;
  changed: boolean;
  sourceChapter: { id: number; title: string } | null;
  memory: Memory | undefined;
}

function itemJson(
  { post, regions, prompts, state, changed, sourceChapter, memory }: ShownItem,
  retention: Retention,
  now: Date,
): string {
  const rest = {
    state,
    dueAt: memory?.dueAt.getTime() ?? null,
    lastReviewAt: memory?.lastReviewAt.getTime() ?? null,
    changed,
    sourceChapter,
    intervalVec: intervalsByGrade(memory, now, retention),
  };
  return `{"postModel":${post},"promptModelVec":${prompts},"regionVec":${regions},${JSON.stringify(rest).slice(1)}`;
}
