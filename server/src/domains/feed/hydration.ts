import { jsonText, type Members, nanoseconds } from '#db/json.ts';
import { keepGenericPlan } from '#db/page.ts';
import type { Db } from '#db/pool.ts';
import { cardMembers, joinCardParts } from '#domains/cards/view.ts';
import { chainJson, joinChainParts } from '#domains/chains/view.ts';
import { joinRelation, relationMembers } from '#domains/connections/view.ts';
import { joinSubjectParts, subjectJson } from '#domains/subjects/view.ts';
import { personMembers, viewerSql, viewerValues } from '#domains/users/view.ts';
import { isListed } from '#domains/visibility/view.ts';
import type { Viewer } from '#http/viewer.ts';
import { keyOf, noOtherActors, type OtherActors } from './other-actors.ts';
import type { Kind } from './private-cursor.ts';
import type { Entry } from './private-entries.ts';

const viewer = viewerSql(1);

interface Shape {
  /** The kind's name in the type of a wire item. */
  wire: string;
  model: Members;
  from: string;
}

const shapes = {
  card: {
    wire: 'Post',
    model: { postModel: cardMembers('card', { viewer }) },
    from: `cards as card ${joinCardParts('card', viewer)}`,
  },
  chain: {
    wire: 'Chapter',
    model: { chapterModel: `json_strip_nulls(${chainJson('chain', { viewer })})` },
    from: `chains as chain ${joinChainParts('chain', viewer)}`,
  },
  subject: {
    wire: 'Subject',
    model: { subjectModel: `json_strip_nulls(${subjectJson('subject', { viewer })})` },
    from: `subjects as subject ${joinSubjectParts('subject', viewer)}`,
  },
} satisfies Record<Kind, Shape>;

/**
 * The feed items of one kind as JSON text. A creation has the creation time of its content, regardless of the entry's
 * place.
 */
function itemsOf(kind: Kind): string {
  const { wire, model, from } = shapes[kind];
  const made = nanoseconds(`${kind}.created_at`);
  const item = jsonText({
    feedItemType: `'k${wire}' || initcap(entry.activity_type)`,
    createdAt: `case when entry.activity_type = 'create' then ${made} else entry.micros * 1000 end`,
    connectionModel: { ...personMembers('actor', 'actor_photo'), ...relationMembers('actor') },
    ...model,
  });
  return `select ${kind}.id, ${item} as item
from unnest(${['$3::bigint[]', '$4::text[]', '$5::bigint[]', '$6::bigint[]'].map(keepGenericPlan).join(', ')})
  as entry (thing_id, activity_type, actor_id, micros)
join ${from} on ${kind}.id = entry.thing_id
join users as actor on actor.id = entry.actor_id
left join photos as actor_photo on actor_photo.id = actor.photo_id${joinRelation('actor', viewer)}
where ${isListed(kind)}`;
}

export const hydrationStatements = {
  'private-feed-card': itemsOf('card'),
  'private-feed-chain': itemsOf('chain'),
  'private-feed-subject': itemsOf('subject'),
};

/** The items in the order of the entries, without content that was deleted or taken back since. */
export async function hydrate(
  db: Db,
  who: Viewer,
  entries: readonly Entry[],
  others: ReadonlyMap<string, OtherActors>,
): Promise<string[]> {
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
        ofKind.map(({ contentId }) => contentId),
        ofKind.map(({ activityType }) => activityType),
        ofKind.map(({ actorId }) => actorId),
        ofKind.map(({ micros }) => micros),
      ],
    });
    for (const { id, item } of rows) items.set(keyOf(kind, id), item);
  }
  return entries.flatMap(({ kind, contentId }) => {
    const key = keyOf(kind, contentId);
    const item = items.get(key);
    return item === undefined ? [] : withOthers(item, others.get(key) ?? noOtherActors);
  });
}

function withOthers(item: string, { people, count }: OtherActors): string {
  return `${item.slice(0, -1)},"otherActorVec":[${people}],"otherActorCount":${count}}`;
}
