import { jsonObject, type Members } from '#db/json.ts';
import { type CursorValues, cursorSql, onePage } from '#db/page.ts';
import type { Db } from '#db/pool.ts';
import { cardJson, joinCardParts } from '#domains/cards/view.ts';
import { chainJson, joinChainParts } from '#domains/chains/view.ts';
import { isListedCollectionFor } from '#domains/collections/view.ts';
import { isNotBlocked, joinRelation, relationMembers } from '#domains/connections/view.ts';
import { joinSubjectParts, subjectJson } from '#domains/subjects/view.ts';
import { topicJson } from '#domains/topics/view.ts';
import { userCan, visible } from '#domains/users/policy.ts';
import { pinnedCard } from '#domains/users/queries.ts';
import { canMembers } from '#domains/users/rules.ts';
import { personForViewerJson, personJson, viewerSql, viewerValues } from '#domains/users/view.ts';
import { isListed, isListedFor } from '#domains/visibility/view.ts';
import type { Viewer, ViewerSql } from '#http/viewer.ts';

const start = '9007199254740991';

/** The cursor before the newest of each list: cards by time and id, chains and subjects by id. */
export const newestOfAll: CursorValues = [start, start, start, start];

export type ProfileList = 'post' | 'chapter' | 'subject';

export interface ProfilePage {
  id: number;
  limit: number;
  after: CursorValues;
  only: ProfileList | undefined;
}

const microseconds = '(extract(epoch from card.created_at) * 1000000)::bigint';

/**
 * A page of one list as JSON, and the next place; the place stays the same if the page is empty. `rows` selects `item`
 * and the columns of the order, and ends with `limit ${onePage}`.
 */
function listed(rows: string, places: Record<string, string>): string {
  const lastOf = ([name, before]: [string, string]) =>
    `coalesce((array_agg(${name} order by n desc) filter (where n <= $1))[1], ${before}) as ${name}`;
  return `
    select coalesce(json_agg(item order by n) filter (where n <= $1), '[]'::json) as items, count(*) > $1 as more,
      ${Object.entries(places).map(lastOf).join(', ')}
    from (select *, row_number() over () as n from (${rows}) as found) as numbered`;
}

const isWanted = (list: ProfileList) => `coalesce($7::text, '${list}') = '${list}'`;

function profileStatement(viewer?: ViewerSql): string {
  const cards = listed(
    `select ${cardJson('card', { viewer })} as item, ${microseconds} as moment, card.id
     from cards as card ${joinCardParts('card', viewer)}
     where ${isWanted('post')} and card.owner_id = $6::bigint and ${isListedFor('card', viewer)}
       and (card.created_at, card.id) < (timestamptz 'epoch' + $2::bigint * interval '1 microsecond', $3::bigint)
     order by card.created_at desc, card.id desc
     limit ${onePage}`,
    { moment: '$2::bigint', id: '$3::bigint' },
  );
  const chains = listed(
    `select ${chainJson('chain', { viewer })} as item, chain.id
     from chains as chain ${joinChainParts('chain', viewer)}
     where ${isWanted('chapter')} and chain.owner_id = $6::bigint and chain.id < $4::bigint
       and ${isListedCollectionFor('chain', 'chain', viewer)}
     order by chain.id desc
     limit ${onePage}`,
    { id: '$4::bigint' },
  );
  const subjects = listed(
    `select ${subjectJson('subject', { viewer })} as item, subject.id
     from subjects as subject ${joinSubjectParts('subject', viewer)}
     where ${isWanted('subject')} and subject.owner_id = $6::bigint and subject.id < $5::bigint
       and ${isListedCollectionFor('subject', 'subject', viewer)}
     order by subject.id desc
     limit ${onePage}`,
    { id: '$5::bigint' },
  );
  return `
    select json_strip_nulls(json_build_object(
      'userModel', ${personJson('person', 'photo', { ...profileMembers, ...(viewer ? viewerMembers(viewer) : {}) })},
      'postModelVec', card_list.items,
      'chapterModelVec', chain_list.items,
      'subjectModelVec', subject_list.items,
      'postCount', (select count(*) from cards where owner_id = person.id and ${isListedFor('cards', viewer)}),
      'chapterCount', (
        select count(*) from chains where owner_id = person.id and ${isListedCollectionFor('chain', 'chains', viewer)}
      ),
      'subjectCount', (
        select count(*) from subjects where owner_id = person.id and ${isListedCollectionFor('subject', 'subjects', viewer)}
      ),
      'topicModelVec', (${followedTopics}),
      'pinnedPostModel', (
        select ${cardJson('pinned', { viewer })} from cards as pinned ${joinCardParts('pinned', viewer)}
        where pinned.id = person.pinned_card_id and ${isListed('pinned')} and $7::text is null
      ),
      ${viewer ? `'mutualUserModelVec', (${mutualConnections(viewer)}),` : ''}
      'nextCursor', case when card_list.more or chain_list.more or subject_list.more
        then ${cursorSql('card_list.moment', 'card_list.id', 'chain_list.id', 'subject_list.id')} end
    ))::text as body
    from users as person
    left join photos as photo on photo.id = person.photo_id${joinRelation('person', viewer)}
    cross join (${cards}) as card_list
    cross join (${chains}) as chain_list
    cross join (${subjects}) as subject_list
    where person.id = $6::bigint
      and ${viewer ? maySee(viewer) : 'person.leaving_at is null and person.email_verified_at is not null'}`;
}

const profileMembers: Members = { bio: 'person.bio', pinnedPostId: pinnedCard('person') };

const followedTopics = `
    select coalesce(json_agg(${topicJson('topic', 'kept', 'topic_photo')} order by kept.rank, kept.topic_id), '[]'::json)
    from user_topics as kept
    join topics as topic on topic.id = kept.topic_id
    left join photos as topic_photo on topic_photo.id = topic.photo_id
    where kept.user_id = person.id`;

function maySee(viewer: ViewerSql): string {
  const person = {
    id: 'person.id',
    email_verified_at: 'person.email_verified_at',
    leaving_at: 'person.leaving_at',
  };
  return `${visible.toSql(viewer, person)} and ${isNotBlocked('person.id', viewer)}`;
}

/** What `userModel` and `ownUserModel` add for the viewer. */
function viewerMembers(viewer: ViewerSql): Members {
  const isSelf = `person.id = ${viewer.id}`;
  const can = jsonObject(canMembers(userCan, viewer, { id: 'person.id', role: 'person.role' }));
  return {
    ...relationMembers('person'),
    emailId: `case when ${isSelf} then person.email end`,
    userRole: `case when ${isSelf} or ${viewer.isAdmin} then person.role end`,
    can: `case when ${isSelf} or ${viewer.isAdmin} then ${can} end`,
  };
}

/** Some of the connections that both users share. */
function mutualConnections(viewer: ViewerSql): string {
  return `
    select coalesce(json_agg(item), '[]'::json)
    from (
      select ${personForViewerJson('friend', 'friend_photo')} as item
      from connections as mine
      join connections as theirs on theirs.user_id = person.id and theirs.other_id = mine.other_id
      join users as friend on friend.id = mine.other_id and friend.leaving_at is null
      left join photos as friend_photo on friend_photo.id = friend.photo_id${joinRelation('friend', viewer)}
      where mine.user_id = ${viewer.id} and person.id <> ${viewer.id}
      order by theirs.created_at desc, friend.id desc
      limit 6
    ) as friends`;
}

const forVisitors = profileStatement();
const forViewers = profileStatement(viewerSql(8));

/** A user and their content in one statement; undefined if the user is not visible. */
export async function findProfile(
  db: Db,
  { id, limit, after, only }: ProfilePage,
  viewer?: Viewer,
): Promise<string | undefined> {
  const values = [limit, ...after, id, only ?? null];
  const [row] = await db.query<{ body: string }>(
    viewer
      ? { name: 'profile-as-seen', text: forViewers, values: [...values, ...viewerValues(viewer)] }
      : { name: 'profile', text: forVisitors, values },
  );
  return row?.body;
}
