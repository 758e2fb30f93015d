import type { License } from '@gyan/contract/licenses.ts';
import type { PhotoModel } from '@gyan/contract/photos.ts';
import type { Db } from '#db/pool.ts';
import { joinCardParts } from '#domains/cards/view.ts';
import { photoJson } from '#domains/media/view.ts';
import { fullName, isNotLeaving, joinOwner } from '#domains/users/view.ts';
import { isReadable, isShownIn } from '#domains/visibility/view.ts';

export interface EmbeddedCard {
  id: number;
  urlText: string;
  title: string;
  text: string;
  /** The text as HTML; null without formulas. */
  textHtml: string | null;
  /** Rich text, with its formulas. */
  html: string | null;
  altText: string | null;
  license: License;
  source: string | null;
  videoId: string | null;
  ownerId: number;
  ownerName: string;
  photo: PhotoModel | null;
}

const cardColumns = `card.id, card.url_text as "urlText", card.title, card.text, card.text_html as "textHtml",
    coalesce(card.html_shown, card.html_desc) as html, card.alt_text as "altText", card.license, card.source,
    card.video_id as "videoId", card.owner_id as "ownerId",
    ${fullName('card_owner')} as "ownerName", ${photoJson('card_photo')} as photo`;

const cardStatement = (condition: string) => `
  select ${cardColumns}
  from cards as card ${joinCardParts('card')}
  where ${condition} and ${isReadable('card', undefined)}`;

const cardBy = {
  id: cardStatement('card.id = $1::bigint'),
  url: cardStatement('card.url_text = $1::text'),
};

export async function findEmbeddedCard(db: Db, idOrUrl: number | string): Promise<EmbeddedCard | undefined> {
  const by = typeof idOrUrl === 'number' ? 'id' : 'url';
  const [row] = await db.query<EmbeddedCard>({
    name: `embedded-card-by-${by}`,
    text: cardBy[by],
    values: [idOrUrl],
  });
  return row;
}

/** A chain or subject as a list of cards, opened at one of them. */
export interface EmbeddedCollection {
  title: string;
  ownerName: string;
  /** The number of cards that everybody sees in it. */
  count: number;
  /** From 1; 0 if there is no card. */
  position: number;
  cardId: number | null;
  chapterId: number | null;
  chapterTitle: string | null;
  previous: EmbeddedStep | null;
  next: EmbeddedStep | null;
}

export interface EmbeddedStep {
  urlText: string;
  title: string;
  chapterId: number;
}

/** The cards that everybody sees in the chain or subject, in order. */
const cardsIn = {
  chain: `
      select card.id, card.url_text, card.title, chain.id as chapter_id, null::text as chapter_title,
        row_number() over (order by link.rank, link.card_id) as n
      from chain_cards as link join cards as card on card.id = link.card_id
      where link.chain_id = chain.id and ${isShownIn('chain', 'card', undefined)} and ${isNotLeaving('card.owner_id')}`,
  subject: `
      select card.id, card.url_text, card.title, chapter.id as chapter_id, chapter.title as chapter_title,
        row_number() over (order by part.rank, part.chain_id, link.rank, link.card_id) as n
      from subject_chains as part join chains as chapter on chapter.id = part.chain_id
      join chain_cards as link on link.chain_id = chapter.id
      join cards as card on card.id = link.card_id
      where part.subject_id = subject.id
        and ${isShownIn('subject', 'chapter', undefined)} and ${isNotLeaving('chapter.owner_id')}
        and ${isShownIn('chapter', 'card', undefined)} and ${isNotLeaving('card.owner_id')}`,
};

const step = (row: string) =>
  `case when ${row}.id is null then null
      else json_build_object('urlText', ${row}.url_text, 'title', ${row}.title, 'chapterId', ${row}.chapter_id) end`;

/** `$2` is the card, `$3` its chapter if the card is in several; the first card if they are not found. */
const collectionStatement = (kind: 'chain' | 'subject') => `
  with ${kind} as (
    select * from ${kind}s as ${kind} where ${kind}.id = $1::bigint and ${isReadable(kind, undefined)}
  ), listed as materialized (
    select listed.* from ${kind} cross join lateral (${cardsIn[kind]}
    ) as listed
  ), opened as (
    select * from listed
    where n = 1 or url_text = $2::text
    order by url_text = $2::text desc nulls last, chapter_id = $3::bigint desc nulls last, n
    limit 1
  )
  select ${kind}.title, ${fullName(`${kind}_owner`)} as "ownerName",
    (select count(*)::int from listed) as count, coalesce(opened.n, 0)::int as position, opened.id as "cardId",
    opened.chapter_id as "chapterId", opened.chapter_title as "chapterTitle",
    ${step('before')} as previous, ${step('after')} as next
  from ${kind} ${joinOwner(kind, undefined)}
  left join opened on true
  left join listed as before on before.n = opened.n - 1
  left join listed as after on after.n = opened.n + 1`;

const collections = { chain: collectionStatement('chain'), subject: collectionStatement('subject') };

export async function findEmbeddedCollection(
  db: Db,
  kind: 'chain' | 'subject',
  id: number,
  open: { card: string | null; chapterId: number | null },
): Promise<EmbeddedCollection | undefined> {
  const [row] = await db.query<EmbeddedCollection>({
    name: `embedded-${kind}`,
    text: collections[kind],
    values: [id, open.card, open.chapterId],
  });
  return row;
}

/** What oEmbed says about content. */
export interface Titled {
  id: number;
  urlText: string | null;
  title: string;
  ownerId: number;
  ownerName: string;
}

const titledStatement = (kind: 'card' | 'chain' | 'subject', condition: string) => `
  select ${kind}.id, ${kind === 'card' ? 'card.url_text' : 'null::text'} as "urlText", ${kind}.title,
    ${kind}.owner_id as "ownerId", ${fullName(`${kind}_owner`)} as "ownerName"
  from ${kind}s as ${kind} ${joinOwner(kind, undefined)}
  where ${condition} and ${isReadable(kind, undefined)}`;

const titled = {
  pd: titledStatement('card', 'card.id = $1::bigint'),
  'pd-by-url': titledStatement('card', 'card.url_text = $1::text'),
  ch: titledStatement('chain', 'chain.id = $1::bigint'),
  sub: titledStatement('subject', 'subject.id = $1::bigint'),
  up: `
    select person.id, null::text as "urlText", ${fullName('person')} as title, person.id as "ownerId",
      ${fullName('person')} as "ownerName"
    from users as person
    where person.id = $1::bigint and person.leaving_at is null and person.email_verified_at is not null`,
};

/** Undefined for drafts: their address says nothing to others. */
export async function findEmbeddedTitle(
  db: Db,
  kind: 'pd' | 'ch' | 'sub' | 'up',
  id: number | string,
): Promise<Titled | undefined> {
  const by = kind === 'pd' && typeof id === 'string' ? 'pd-by-url' : kind;
  const [row] = await db.query<Titled>({ name: `embedded-title-${by}`, text: titled[by], values: [id] });
  return row;
}
