import { nanoseconds } from '#db/json.ts';
import { cardJson, joinCardParts } from '#domains/cards/view.ts';
import { chainJson, joinChainParts } from '#domains/chains/view.ts';
import { joinSubjectParts, subjectJson } from '#domains/subjects/view.ts';
import { personJson, type ViewerSql } from '#domains/users/view.ts';

/** Joins who did it: the person whose stream it is, or, in the stream of a topic, the owner. */
export function joinActor(entry: string): string {
  return `join users as actor on actor.id = case when ${entry}.stream > 0 then ${entry}.stream else ${entry}.owner_id end
    left join photos as actor_photo on actor_photo.id = actor.photo_id`;
}

/** What somebody did to the thing of an entry, as this viewer sees it. Something that was made says when that was, wherever it stands. */
export function entryJson(entry: string, viewer: ViewerSql): string {
  const item = (wire: string, model: string, thing: string, json: string) => `json_build_object(
    'feedItemType', 'k${wire}' || initcap(${entry}.act::text),
    'createdAt', ${nanoseconds(`case when ${entry}.act = 'create' then ${thing}.created_at else ${entry}.created_at end`)},
    'connectionModel', ${personJson('actor', 'actor_photo')},
    '${model}', ${json}
  )`;
  return `case ${entry}.kind
    when 'card' then (
      select ${item('Post', 'postModel', 'card', cardJson('card', { viewer }))}
      from cards as card ${joinCardParts('card')} where card.id = ${entry}.thing_id
    )
    when 'chain' then (
      select ${item('Chapter', 'chapterModel', 'chain', chainJson('chain', { viewer }))}
      from chains as chain ${joinChainParts('chain')} where chain.id = ${entry}.thing_id
    )
    else (
      select ${item('Subject', 'subjectModel', 'subject', subjectJson('subject', { viewer }))}
      from subjects as subject ${joinSubjectParts('subject')} where subject.id = ${entry}.thing_id
    )
  end`;
}
