import { hidden, onePage } from '#db/page.ts';
import { isNotBlocked } from '#domains/connections/view.ts';
import { isHere, viewerSql } from '#domains/users/view.ts';

/** Somebody who follows no more than this is answered by looking at the end of each stream. */
const manyStreams = 64;
/** So many acts can be walked through in the time that looking at one stream takes. */
const actsPerStream = 10;
/** How many acts a page is chosen from at first, and how many where these were about a few things that everybody likes. */
const fewActs = `14 * ${onePage}`;
const manyActs = `140 * ${onePage}`;
/** How many where those of the streams since a moment were; fewer than are read, since the moment is a guess. */
const moreActs = `40 * ${onePage}`;
/** How far a later page walks at most: until it is full, since what was at the top is mostly behind it. */
const walkedActs = 20_000;
/** One stream in so many that this number of them is asked how much is going on, up to so many acts of each. */
const sampledStreams = 32;
const sampledActs = 4;
/** More than this are not read of streams since a moment. */
const actsAtMost = `60 * ${onePage}`;

export const viewer = viewerSql(2);
const me = hidden(viewer.id);
const cutAt = hidden('$1 + $1 / 4 + 3');
/** On a first page: since when it will probably find enough, if that is known from the one before. */
const guess = hidden('$4::timestamptz');
export const momentText = '$4::text';
const [xmin, xmax, running] = ['$5::bigint', '$6::bigint', '$7::bigint[]'];
export const place = {
  height: '$8',
  kind: '$9::activity_kind',
  thingId: '$10::bigint',
  great: '$11::boolean',
};

export const microsOf = (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint`;
export const fromMicros = (parameter: string) =>
  `(timestamptz 'epoch' + ${parameter}::bigint * interval '1 microsecond')`;

export type Page = 'first' | 'later';

export const isShown = (owner: string) => `${isHere(owner)} and ${isNotBlocked(owner, viewer)}`;
/** The streams of the viewer one by one. */
const streams = '(select unnest(ids) as id from followed) as streams';
export const isFollowed = (item: string) => `(${item}.stream in (select id from ${streams})) is true`;
const inOrder = (item: string) => `${item}.created_at, ${item}.great, ${item}.kind, ${item}.thing_id`;
export const newestFirst = (item: string) => inOrder(item).replaceAll(/,|$/g, ' desc$&');

/**
 * Whether a transaction was over when the walk began. One that is still to come was written to another
 * server and restored here, long before.
 */
const wasOver = (transaction: string) => `(
  ${transaction} < ${xmin}
  or (${transaction} < ${xmax} and ${transaction} <> all (${running}))
  or ${transaction} >= (select pg_snapshot_xmax(pg_current_snapshot())::text::bigint)
)`;

export const wasThere = (page: Page, item: string) =>
  page === 'later' ? `and ${wasOver(`${item}.begun`)}` : '';
const activityPlace = `(${[fromMicros(place.height), place.great, place.kind, place.thingId].map(hidden).join(', ')})`;
const isFurther = (page: Page, item: string) =>
  page === 'later' ? `and (${inOrder(item)}) < ${activityPlace}` : '';

/** A thing has one entry: where the walk began, none that is followed was newer. */
function isNewest(page: Page, item: string): string {
  const newer = (one: string) =>
    `(${one}.created_at, ${one}.great, ${one}.stream, ${one}.act) > (${item}.created_at, ${item}.great, ${item}.stream, ${item}.act)`;
  const same = (one: string) => `${one}.kind = ${item}.kind and ${one}.thing_id = ${item}.thing_id`;
  return `not exists (
      select from activity as newer
      where ${same('newer')} and ${newer('newer')} and ${isFollowed('newer')} ${wasThere(page, 'newer')}
    ) ${
      page === 'later'
        ? `and not exists (
            select from past where ${same('past')} and ${newer('past')}
          )`
        : ''
    }`;
}

export const columns = (item: string) =>
  ['stream', 'act', 'kind', 'thing_id', 'owner_id', 'great', 'created_at']
    .map((column) => `${item}.${column}`)
    .join(', ');

/**
 * What was followed when the walk began and ended or moved since: its thing is shown where it stood. What was taken back is not
 * told any more; there the thing stands as something its owner made.
 */
export const past = `past as materialized (
  select ${columns('ended')},
    exists (
      select from activity as live
      where live.stream = ended.stream and live.act = ended.act and live.kind = ended.kind and live.thing_id = ended.thing_id
    ) as goes_on
  from activity_ended as ended
  where ended.ended >= ${xmin} and not ${wasOver('ended.ended')} and ${wasOver('ended.begun')}
    and ${isFollowed('ended')} and ${isShown('ended.owner_id')}
)`;

/**
 * What somebody follows, in the order of the index that is asked for all of it at once, and whether the latest acts of everybody can be
 * expected to hold enough of it. How many people there are is known roughly, and that is enough.
 */
export const followed = `followed as materialized (
  select array(
    select id from (
      select ${viewer.id} as id
      union all
      select other_id from connections where user_id = ${me} and ${isHere('other_id')}
      union all
      select -topic_id from user_topics where user_id = ${me}
    ) as stream
    order by id
  ) as ids
), reach as materialized (
  select ids, amount, amount > ${manyStreams} as is_wide,
    amount > ${manyStreams} and amount::bigint * amount * ${actsPerStream} >= ${fewActs} * (
      select greatest(reltuples, 1) from pg_class where oid = 'users'::regclass
    ) as walks,
    greatest(amount / ${sampledStreams}, 1) as sampled
  from (select ids, cardinality(ids) as amount from followed) as counted
)`;
const reach = (column: string) => `(select ${column} from reach)`;

/** The acts that may be on a page. */
const isEligible = (page: Page, item: string) =>
  `${isShown(`${item}.owner_id`)} ${isFurther(page, item)} ${wasThere(page, item)}`;

const movedOrEnded = `union all
  select case when item.goes_on then item.stream else item.owner_id end, case when item.goes_on then item.act else 'create' end,
    item.kind, item.thing_id, item.owner_id, item.great, item.created_at
  from past as item
  where ${isNewest('later', 'item')} ${isFurther('later', 'item')}`;

/** The newest of what everybody did that is followed, as many as `amount`, out of so many. */
const latestActs = (page: Page, outOf: string, amount: string, fits: string) => `
  select ${columns('item')}
  from (
    select * from activity as item
    where true ${isFurther(page, 'item')}
    order by ${newestFirst('item')}
    limit ${outOf}
  ) as item
  where ${fits} and ${isFollowed('item')} and ${isShown('item.owner_id')} ${wasThere(page, 'item')}
  order by ${newestFirst('item')}
  limit ${amount}`;

/** No more is walked through for a first page than looking at each stream would take. */
const firstActs = (amount: string) =>
  latestActs('first', hidden(`${actsPerStream} * ${reach('amount')}`), amount, reach('walks'));

/** A later page goes on until it is full, asking of each act whether its thing stands further up. */
const laterActs = `select * from (${latestActs('later', String(walkedActs), onePage, `${reach('is_wide')} and ${isNewest('later', 'item')}`)}) as item`;

/** The newest acts of a stream, as many as `amount`. */
const endOfStream = (page: Page, amount: string, fits = '') => `
  select ${columns('item')}
  from activity as item
  where item.stream = streams.id and ${isEligible(page, 'item')} ${fits}
  order by ${newestFirst('item')}
  limit ${amount}`;

/** Where about so many acts of all streams are newer, as far as those asked can tell. It may be wrong: then too few are found, or more than needed. */
const sample = (when: string) => `sample as materialized (
  select item.created_at
  from reach cross join generate_series(1, reach.amount, reach.sampled) as at cross join lateral (
    select item.created_at from activity as item
    where item.stream = reach.ids[at]
    order by ${newestFirst('item')}
    limit ${sampledActs}
  ) as item
  where ${when}
)`;
const momentOf = (amount: string) => `(
  select min(created_at)
  from (select created_at from sample order by created_at desc limit 1 + ${amount} / ${reach('sampled')}) as newest
)`;

/** A guess for the next first page: a little further back than this one reaches, where it was found that way. */
export const nextGuess = '(select min(created_at) - (max(created_at) - min(created_at)) / 4 from fresh)';

/** The entries made of some acts, if they fill a page or `isAll`. Only of as many things as it needs is asked whether they stand further up. */
const entriesOf = (page: Page, name: string, acts: string, isAll = 'false') => `${name} as materialized (
  select ${columns('item')}
  from (
    select item.*, count(*) over () as found
    from (
      select item.*
      from (
        select * from (
          select distinct on (item.thing_id, item.kind) ${columns('item')}
          from (${acts}) as item
          order by item.thing_id, item.kind, item.created_at desc, item.great desc, item.stream desc, item.act desc
        ) as item
        order by ${newestFirst('item')}
      ) as item
      ${page === 'later' ? `where ${isNewest(page, 'item')}` : ''}
      order by ${newestFirst('item')}
      limit ${onePage}
    ) as item
  ) as item
  where found > $1 or ${isAll}
)`;

/** The same of a little more than a page of every stream, down to where the first of the streams was cut off. */
function entriesOfEnds(page: Page, name: string, when: string): string {
  const cut = `(select at from cut_${name})`;
  return `acts_${name} as materialized (
    select found.* from ${streams} cross join lateral (${endOfStream(page, cutAt)}) as found where ${when}
  ), cut_${name} as materialized (
    select max(last_at) as at
    from (select min(created_at) as last_at from acts_${name} group by stream having count(*) >= ${cutAt}) as cut
  ), ${entriesOf(
    page,
    name,
    `select * from acts_${name} where created_at > coalesce(${cut}, '-infinity')`,
    `${cut} is null`,
  )}`;
}

/** The same of all that was done since a moment, unless it is too much. */
function entriesSince(name: string, when: string, since: string): string {
  return `since_${name} as materialized (select ${since} as at where ${when}), acts_${name} as materialized (
    select ${columns('item')}
    from activity as item
    where item.stream = any ((select ids from followed where (select at is not null from since_${name}))::bigint[])
      and item.created_at > (select at from since_${name}) and ${isEligible('first', 'item')}
    limit ${actsAtMost}
  ), ${entriesOf('first', name, `select * from acts_${name} where (select count(*) from acts_${name}) < ${actsAtMost}`)}`;
}

/**
 * The entries of a page. Each step is gone only where those before it found too few:
 * of many streams among not too many people, the latest acts of everybody, and then more of them;
 * of many streams otherwise, on a first page, the acts of each that are newer than a moment known from the page before or guessed from some of the streams, and then than an earlier one;
 * of every stream a little more than the page; and at last as much of every stream as may be needed, which is three items of a thing
 * in the stream of a person and one in that of a topic, or a page of those that are known to be the newest of their thing.
 */
export function entries(page: Page): string {
  const steps: string[] = [];
  const isMissing = () => steps.map((step) => `not exists (select from ${step})`).join(' and ') || 'true';
  const step = (name: string, make: (when: string) => string) => {
    const made = make(isMissing());
    steps.push(name);
    return made;
  };
  const wide = (when: string) => `${reach('is_wide')} and ${when}`;
  const last =
    page === 'first'
      ? endOfStream(page, `case when streams.id > 0 then 3 else 1 end * ${onePage}`)
      : endOfStream(page, onePage, `and ${isNewest(page, 'item')}`);
  const ofMany =
    page === 'first'
      ? [
          step('recent', () => entriesOf(page, 'recent', firstActs(fewActs))),
          step('earlier', (when) =>
            entriesOf(page, 'earlier', `select * from (${firstActs(manyActs)}) as item where ${when}`),
          ),
          sample(wide(isMissing())),
          step('fresh', (when) =>
            entriesSince('fresh', wide(when), `coalesce(${guess}, ${momentOf(fewActs)})`),
          ),
          step('older', (when) => entriesSince('older', wide(when), momentOf(moreActs))),
        ]
      : [step('recent', () => entriesOf('first', 'recent', laterActs))];
  const ctes = [
    ...ofMany,
    step('ends', (when) => entriesOfEnds(page, 'ends', when)),
    step('rests', (when) =>
      entriesOf(
        page,
        'rests',
        `select item.* from ${streams} cross join lateral (${last}) as item where ${when}`,
        'true',
      ),
    ),
  ];
  return `${ctes.join(', ')}, entries as materialized (
    select * from (
      ${steps.map((name) => `select * from ${name}`).join(' union all ')}
      ${page === 'later' ? movedOrEnded : ''}
    ) as item
    order by ${newestFirst('item')}
    limit ${onePage}
  )`;
}
