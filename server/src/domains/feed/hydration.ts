import { nanoseconds } from '#db/json.ts';
import type { Db } from '#db/pool.ts';
import { cardJson, joinCardParts } from '#domains/cards/view.ts';
import { chainJson, joinChainParts } from '#domains/chains/view.ts';
import { joinSubjectParts, subjectJson } from '#domains/subjects/view.ts';
import { personJson, viewerSql, viewerValues } from '#domains/users/view.ts';
import type { Viewer } from '#http/viewer.ts';
import type { Kind } from './private-place.ts';
import type { Entry } from './private-skeleton.ts';

const viewer = viewerSql(1);

interface Shape {
  /** As the wire spells the kind, in the type of an item and as the name of its model. */
  wire: string;
  model: string;
  json: string;
  from: string;
}

const shapes = {
  card: {
    wire: 'Post',
    model: 'postModel',
    json: cardJson('card', { viewer }),
    from: `cards as card ${joinCardParts('card')}`,
  },
  chain: {
    wire: 'Chapter',
    model: 'chapterModel',
    json: chainJson('chain', { viewer }),
    from: `chains as chain ${joinChainParts('chain')}`,
  },
  subject: {
    wire: 'Subject',
    model: 'subjectModel',
    json: subjectJson('subject', { viewer }),
    from: `subjects as subject ${joinSubjectParts('subject')}`,
  },
} satisfies Record<Kind, Shape>;

/** The feed items of things of one kind, as JSON text. A creation says when its thing was made, wherever the entry stands. */
function itemsOf(kind: Kind): string {
  const { wire, model, json, from } = shapes[kind];
  return `select ${kind}.id, json_strip_nulls(json_build_object(
  'feedItemType', 'k${wire}' || initcap(entry.act),
  'createdAt', case when entry.act = 'create' then ${nanoseconds(`${kind}.created_at`)} else entry.micros * 1000 end,
  'connectionModel', ${personJson('actor', 'actor_photo')},
  '${model}', ${json}
))::text as item
from unnest($3::bigint[], $4::text[], $5::bigint[], $6::bigint[]) as entry (thing_id, act, actor_id, micros)
join ${from} on ${kind}.id = entry.thing_id
join users as actor on actor.id = entry.actor_id
left join photos as actor_photo on actor_photo.id = actor.photo_id`;
}

export const hydrationStatements = {
  'private-feed-card': itemsOf('card'),
  'private-feed-chain': itemsOf('chain'),
  'private-feed-subject': itemsOf('subject'),
};

/** The items of the entries in their order, without those whose thing was deleted meanwhile. */
export async function hydrate(db: Db, who: Viewer, entries: readonly Entry[]): Promise<string[]> {
  const items = new Map<string, string>();
  for (const kind of ['card', 'chain', 'subject'] as const) {
    const ofKind = entries.filter((entry) => entry.kind === kind);
    if (ofKind.length === 0) continue;
    const name = `private-feed-${kind}` as const;
    const rows = await db.query<{ id: number; item: string }>({
      name,
      text: hydrationStatements[name],
      values: [
        ...viewerValues(who),
        ofKind.map(({ thingId }) => thingId),
        ofKind.map(({ act }) => act),
        ofKind.map(({ actorId }) => actorId),
        ofKind.map(({ micros }) => micros),
      ],
    });
    for (const { id, item } of rows) items.set(`${kind} ${id}`, item);
  }
  return entries.flatMap(({ kind, thingId }) => items.get(`${kind} ${thingId}`) ?? []);
}
