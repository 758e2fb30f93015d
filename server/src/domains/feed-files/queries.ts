import type { License } from '@gyan/contract/licenses.ts';
import type { Db } from '#db/pool.ts';
import { joinCardParts } from '#domains/cards/view.ts';
import { isListedCollection } from '#domains/collections/view.ts';
import { fullName, joinOwner } from '#domains/users/view.ts';
import { isListed } from '#domains/visibility/view.ts';

/** What a feed file is about; the names are those of its address. */
export type FeedScope = 'all' | 'up' | 'ch' | 'sub' | 'topic';

export interface FeedCard {
  id: number;
  urlText: string;
  title: string;
  text: string;
  html: string | null;
  tags: string[];
  license: License;
  videoId: string | null;
  altText: string | null;
  createdAt: Date;
  updatedAt: Date;
  ownerId: number;
  ownerName: string;
  photoKey: string | null;
}

export interface FeedSubject {
  title: string;
  /** Empty if there is none. */
  description: string;
  createdAt: Date;
}

/** Readers keep what they have read, so a file has the newest cards only. */
const mostCards = 50;

function cardsStatement(condition: string): string {
  return `
    select card.id, card.url_text as "urlText", card.title, card.text, card.html_desc as html, card.tags, card.license,
      card.video_id as "videoId", card.alt_text as "altText", card.created_at as "createdAt",
      greatest(card.edited_at, card.created_at) as "updatedAt", card.owner_id as "ownerId",
      ${fullName('card_owner')} as "ownerName", card_photo.key as "photoKey"
    from cards as card ${joinCardParts('card')}
    where ${isListed('card')} and ${condition}
    order by card.created_at desc, card.id desc
    limit ${mostCards}`;
}

const cards: Record<FeedScope, string> = {
  all: cardsStatement('$1::bigint is null'),
  up: cardsStatement('card.owner_id = $1::bigint'),
  ch: cardsStatement('card.id in (select card_id from chain_cards where chain_id = $1::bigint)'),
  sub: cardsStatement('card.id in (select card_id from shown_subject_cards where subject_id = $1::bigint)'),
  topic: cardsStatement('card.id in (select card_id from card_topics where topic_id = $1::bigint)'),
};

const collection = (kind: 'chain' | 'subject') => `
  select ${kind}.title, coalesce(${kind}.description, '') as description, ${kind}.created_at as "createdAt"
  from ${kind}s as ${kind} ${joinOwner(kind, undefined)}
  where ${kind}.id = $1::bigint and ${isListedCollection(kind, kind)}`;

const subjects: Record<Exclude<FeedScope, 'all'>, string> = {
  up: `
    select ${fullName('person')} as title, coalesce(person.bio, '') as description, person.created_at as "createdAt"
    from users as person
    where person.id = $1::bigint and person.leaving_at is null and person.email_verified_at is not null`,
  ch: collection('chain'),
  sub: collection('subject'),
  topic: `select name as title, '' as description, created_at as "createdAt" from topics where id = $1::bigint`,
};

/** What the file is about; undefined if visitors do not find it. */
export async function findFeedSubject(
  db: Db,
  scope: Exclude<FeedScope, 'all'>,
  id: number,
): Promise<FeedSubject | undefined> {
  const [row] = await db.query<FeedSubject>({
    name: `feed-file-${scope}`,
    text: subjects[scope],
    values: [id],
  });
  return row;
}

/** The newest cards, newest first. */
export function listFeedCards(db: Db, scope: FeedScope, id: number | null): Promise<FeedCard[]> {
  return db.query<FeedCard>({ name: `feed-file-cards-${scope}`, text: cards[scope], values: [id] });
}
