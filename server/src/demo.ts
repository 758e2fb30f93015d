import { readFile } from 'node:fs/promises';
import sql, { raw } from 'sql-template-tag';
import { lockIds } from '#db/lock-ids.ts';
import type { Database, Transaction } from '#db/pool.ts';
import { addLearnerHistory } from '#demo-learner.ts';
import { hashPassword } from '#domains/auth/passwords.ts';
import { inserted } from '#domains/cards/columns.ts';
import { type PreparedPhoto, preparePhoto, savePhoto } from '#domains/media/actions.ts';
import { makePicture } from '#domains/media/picture.ts';
import { setFollow } from '#domains/notices/follow-queries.ts';
import { tellOfCardInChain, tellOfNewCard } from '#domains/notices/followers.ts';
import { tell } from '#domains/notices/tell.ts';
import { parseScene } from '#domains/scenes/parse.ts';
import { insertScene } from '#domains/scenes/queries.ts';
import type { Storage } from '#domains/storage/storage.ts';
import { insertTopic } from '#domains/topics/queries.ts';
import { insertUser } from '#domains/users/queries.ts';
import { cleanRichText } from '#lib/rich-text.ts';
import { newSlug } from '#lib/slug.ts';
import type {
  DemoComment,
  DemoConnection,
  DemoConnectionRequest,
  DemoFollow,
  DemoInterest,
  DemoLike,
  DemoNews,
} from '../../demo/activity.ts';
import type { DemoLearner } from '../../demo/learner.ts';
import { demoPassword, demoPeople } from '../../demo/people.ts';
import {
  type DemoCard,
  type DemoChain,
  type DemoPicture,
  type DemoSubject,
  type DemoTopic,
  type DrawnCard,
  sceneFile,
  scenePicture,
} from '../../demo/shapes.ts';

interface DemoDeps {
  db: Database;
  storage: Storage;
}

/** Pictures drawn in parallel. */
const drawingConcurrency = 4;

/**
 * Fills an empty database with the demo in one transaction. Pictures are drawn before it, because that takes seconds;
 * pictures without a row do no harm.
 */
export async function seedDemo(deps: DemoDeps): Promise<boolean> {
  if (!(await isEmpty(deps.db))) return false;
  // Imported here, because only the first start needs the content.
  const { demoCards, demoChains, demoSubjects } = await import('../../demo/content.ts');
  const activity = await import('../../demo/activity.ts');
  const { demoLearner } = await import('../../demo/learner.ts');
  const { demoTopics } = await import('../../demo/topics.ts');
  const photos = await drawAll(deps, [...demoCards, ...demoSubjects, ...demoTopics]);
  const passwordHash = await hashPassword(demoPassword);
  return deps.db.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(${lockIds.demoSeed})`);
    if (!(await isEmpty(tx))) return false;
    const rows = new DemoRows(tx, photos);
    for (const person of demoPeople) await rows.addPerson(person, passwordHash);
    for (const topic of demoTopics) await rows.addTopic(topic);
    for (const interest of activity.demoInterests) await rows.addInterest(interest);
    for (const connection of activity.demoConnections) await rows.addConnection(connection);
    for (const request of activity.demoConnectionRequests) await rows.addRequest(request);
    for (const card of demoCards) await rows.addCard(card);
    for (const chain of demoChains) await rows.addChain(chain);
    for (const subject of demoSubjects) await rows.addSubject(subject);
    const oldestFirst = activity.demoComments.toSorted((one, other) => other.ageHours - one.ageHours);
    for (const comment of oldestFirst) await rows.addComment(comment);
    for (const like of activity.demoLikes) await rows.addLikes(like);
    await rows.fillLists();
    await rows.countLikesAndComments();
    await rows.addLearner(demoLearner);
    for (const follow of activity.demoFollows) await rows.addFollow(follow);
    for (const news of activity.demoNews) await rows.tellOfNews(news);
    await rows.readOldNotices();
    return true;
  });
}

async function isEmpty(db: Pick<Database, 'query'>): Promise<boolean> {
  const [row] = await db.query<{ empty: boolean }>(sql`select not exists (select from users) as empty`);
  return row?.empty ?? false;
}

/** What has a picture: drawn when the database is filled, or once before. */
type Pictured = DemoPicture | DrawnCard;

async function drawAll(deps: DemoDeps, pictures: readonly Pictured[]): Promise<Map<Pictured, PreparedPhoto>> {
  const { renderDrawing } = await import('#domains/media/drawing.ts');
  const photos = new Map<Pictured, PreparedPhoto>();
  const waiting = [
    ...demoPeople.map((person) => ({ picture: person, width: 640 })),
    ...pictures.map((picture) => ({ picture: picture, width: 1280 })),
  ].values();
  const lane = async () => {
    for (const { picture, width } of waiting) {
      const drawing =
        'scene' in picture
          ? await readFile(scenePicture(picture))
          : await renderDrawing(picture.drawing(), width);
      // In this process: no request is served yet.
      photos.set(picture, await preparePhoto(deps, drawing, makePicture));
    }
  };
  await Promise.all(Array.from({ length: drawingConcurrency }, lane));
  return photos;
}

/** Writes the demo's rows and keeps their ids by key. */
class DemoRows {
  readonly #tx: Transaction;
  readonly #photos: Map<Pictured, PreparedPhoto>;
  readonly #ids = {
    person: new Map<string, number>(),
    topic: new Map<string, number>(),
    card: new Map<string, number>(),
    chain: new Map<string, number>(),
    subject: new Map<string, number>(),
  };

  constructor(tx: Transaction, photos: Map<Pictured, PreparedPhoto>) {
    this.#tx = tx;
    this.#photos = photos;
  }

  async addPerson(person: (typeof demoPeople)[number], passwordHash: string): Promise<void> {
    const id = await insertUser(this.#tx, {
      email: person.email,
      passwordHash,
      firstName: person.firstName,
      lastName: person.lastName,
      role: person.role,
      verified: true,
      tags: [...person.tags],
      photoId: await this.#photoId(person),
      isDemo: true,
    });
    // Demo users are not shown the pages for new users.
    await this.#tx.query(
      sql`update users set topics_page_shown_at = now(), invite_page_shown_at = now(), bio = ${person.bio ?? null} where id = ${id}`,
    );
    this.#ids.person.set(person.key, id);
  }

  async addTopic(topic: DemoTopic): Promise<void> {
    const photoId = await this.#photoId(topic);
    this.#ids.topic.set(topic.key, await insertTopic(this.#tx, { name: topic.name, photoId }));
  }

  async addInterest({ by, topics }: DemoInterest): Promise<void> {
    const topicIds = topics.map((key) => this.#idOf('topic', key));
    await this.#tx.query(sql`
      insert into user_topics (user_id, topic_id, rank)
      select ${this.#idOf('person', by)}, topic_id, rank
      from unnest(${topicIds}::bigint[]) with ordinality as listed (topic_id, rank)`);
  }

  async addConnection({ between: [one, other], ageHours }: DemoConnection): Promise<void> {
    const [oneId, otherId] = [this.#idOf('person', one), this.#idOf('person', other)];
    await this.#tx.query(sql`
      insert into connections (user_id, other_id, request_id, created_at)
      select user_id, other_id, request_id, now() - ${ageHours} * interval '1 hour'
      from (values (${oneId}::bigint, ${otherId}::bigint), (${otherId}, ${oneId})) as sides (user_id, other_id)
      cross join nextval(pg_get_serial_sequence('connection_requests', 'id')) as request_id`);
    await this.#tx.query(sql`
      update users set connection_count = connection_count + 1 where id in (${oneId}, ${otherId})`);
    await tell(this.#tx, [oneId], {
      kind: 'connection_accepted',
      object: { kind: 'user', id: otherId },
      ownerId: otherId,
      actorId: otherId,
      at: new Date(Date.now() - ageHours * 3_600_000),
    });
  }

  async addRequest({ from, to, ageHours }: DemoConnectionRequest): Promise<void> {
    await this.#tx.query(sql`
      insert into connection_requests (sender_id, receiver_id, created_at, expires_at)
      select ${this.#idOf('person', from)}, ${this.#idOf('person', to)}, asked, asked + interval '30 days'
      from (select now() - ${ageHours} * interval '1 hour' as asked) as age`);
  }

  async addCard(card: DemoCard): Promise<void> {
    const { html, text } = 'text' in card ? { html: null, text: card.text } : cleanRichText(card.htmlDesc);
    const great = card.quality === 'kQualityGreat';
    const scene = card.type === 'kDrawn' ? parseScene(await readFile(sceneFile(card), 'utf8')) : null;
    const sceneId = scene && (await insertScene(this.#tx, scene, null));
    const { columns, values } = inserted({
      ownerId: this.#idOf('person', card.owner),
      type: card.type,
      title: card.title,
      text,
      htmlDesc: html,
      tags: [...card.tags],
      videoId: card.type === 'kVideo' ? card.videoId : null,
      aiPrompt: card.type === 'kAIAssisted' ? card.aiPrompt : null,
      aiModelName: card.type === 'kAIAssisted' ? card.aiModelName : null,
      photoId: await this.#photoId(card),
      altText: 'alt' in card ? card.alt : (scene?.altText ?? null),
      sceneId,
      source: null,
      license: 'all-rights',
      visibility: 'public',
      publishAt: null,
    });
    const id = await this.#insert(sql`
      insert into cards (url_text, great, created_at, ${columns})
      values (${newSlug(card.title)}, ${great}, now() - ${card.ageHours} * interval '1 hour', ${values})
      returning id`);
    this.#ids.card.set(card.key, id);
  }

  async addChain(chain: DemoChain): Promise<void> {
    const great = chain.quality === 'kQualityGreat';
    const id = await this.#insert(sql`
      insert into chains (owner_id, title, description, card_count, great, created_at, announced_at)
      select ${this.#idOf('person', chain.owner)}, ${chain.title}, ${chain.desc}, ${chain.cards.length}, ${great}, made, made
      from (select now() - ${chain.ageHours} * interval '1 hour' as made) as age
      returning id`);
    this.#ids.chain.set(chain.key, id);
    const cardIds = chain.cards.map((key) => this.#idOf('card', key));
    await this.#tx.query(sql`
      insert into chain_cards (chain_id, card_id, rank)
      select ${id}, card_id, rank from unnest(${cardIds}::bigint[]) with ordinality as listed (card_id, rank)`);
  }

  async addSubject(subject: DemoSubject): Promise<void> {
    const great = subject.quality === 'kQualityGreat';
    const id = await this.#insert(sql`
      insert into subjects (owner_id, title, description, photo_id, chain_count, great, created_at, announced_at)
      select ${this.#idOf('person', subject.owner)}, ${subject.title}, ${subject.desc}, ${await this.#photoId(subject)},
        ${subject.chains.length}, ${great}, made, made
      from (select now() - ${subject.ageHours} * interval '1 hour' as made) as age
      returning id`);
    this.#ids.subject.set(subject.key, id);
    const chainIds = subject.chains.map((key) => this.#idOf('chain', key));
    await this.#tx.query(sql`
      insert into subject_chains (subject_id, chain_id, rank)
      select ${id}, chain_id, rank from unnest(${chainIds}::bigint[]) with ordinality as listed (chain_id, rank)`);
  }

  async addComment(comment: DemoComment): Promise<void> {
    const cardId = this.#idOf('card', comment.card);
    const text = comment.text.replaceAll(
      /@\[(\w+)\]/g,
      (_, key: string) => `@[${this.#idOf('person', key)}]`,
    );
    const answered = comment.answers === undefined ? null : this.#idOf('person', comment.answers);
    await this.#tx.query(sql`
      insert into comments (card_id, owner_id, text, created_at, answer_to)
      select ${cardId}, ${this.#idOf('person', comment.by)}, ${text}, now() - ${comment.ageHours} * interval '1 hour',
        (select max(id) from comments where card_id = ${cardId} and owner_id = ${answered})`);
  }

  async addFollow({ by, kind, key }: DemoFollow): Promise<void> {
    const followed = { kind: kind === 'person' ? 'user' : kind, id: this.#idOf(kind, key) } as const;
    await setFollow(this.#tx, { userId: this.#idOf('person', by), level: 'all', ...followed });
  }

  /** Tells followers of the chain, of its subject and of the owner of the card. */
  async tellOfNews({ chain, card }: DemoNews): Promise<void> {
    const [chainId, cardId] = [this.#idOf('chain', chain), this.#idOf('card', card)];
    const [row] = await this.#tx.query<{ ownerId: number }>(sql`
      select owner_id as "ownerId" from cards where id = ${cardId}`);
    if (!row) throw new Error('The demo tells of a card that it does not have.');
    await tellOfNewCard(this.#tx, { cardId, ownerId: row.ownerId });
    await tellOfCardInChain(this.#tx, { chainId, cardId, actorId: row.ownerId });
  }

  /** What is new in the last ten days is left to be read. */
  async readOldNotices(): Promise<void> {
    await this.#tx.query(sql`update notices set seen_at = now() where moved_at < now() - interval '10 days'`);
  }

  /** The time of a like is derived from its number, between creation and now, so that feeds are mixed. */
  async addLikes({ kind, key, by }: DemoLike): Promise<void> {
    const people = by.map((person) => this.#idOf('person', person));
    await this.#tx.query(sql`
      insert into ${raw(`${kind}_likes`)} (${raw(`${kind}_id`)}, user_id, created_at)
      select content.id, person, created_at + (now() - created_at) * (((content.id * 61 + nth * 37) % 97) / 97.0)
      from ${raw(`${kind}s`)} as content, unnest(${people}::bigint[]) with ordinality as liking (person, nth)
      where content.id = ${this.#idOf(kind, key)}`);
  }

  /** The lists hold what users created, oldest first, and what learners like. */
  async fillLists(): Promise<void> {
    for (const kind of ['chain', 'subject'] as const) {
      const [lists, contents, likes, contentId] = [
        `user_${kind}s`,
        `${kind}s`,
        `${kind}_likes`,
        `${kind}_id`,
      ].map((name) => raw(name));
      await this.#tx.query(sql`
        insert into ${lists} (user_id, ${contentId}, rank)
        select user_id, id, row_number() over (partition by user_id order by created_at, id)
        from (
          select owner_id as user_id, id, created_at from ${contents}
          union
          select users.id, content.id, content.created_at
          from ${likes} as liked join users on users.id = liked.user_id
            join ${contents} as content on content.id = liked.${contentId}
          where users.role = 'kRegular'
        ) as kept`);
    }
  }

  /** Counts once at the end, which is cheaper than one by one. */
  async countLikesAndComments(): Promise<void> {
    await this.#tx.query(sql`
      update cards set like_count = (select count(*) from card_likes where card_id = cards.id),
        comment_count = (select count(*) from comments where card_id = cards.id)`);
    await this.#tx.query(sql`
      update chains set like_count = (select count(*) from chain_likes where chain_id = chains.id)`);
    await this.#tx.query(sql`
      update subjects set like_count = (select count(*) from subject_likes where subject_id = subjects.id)`);
  }

  async addLearner({ person, finished, begun, readOfBegun }: DemoLearner): Promise<void> {
    await addLearnerHistory(this.#tx, {
      userId: this.#idOf('person', person),
      finishedIds: finished.map((key) => this.#idOf('subject', key)),
      begunId: this.#idOf('subject', begun),
      readOfBegun,
    });
  }

  async #photoId(picture: Pictured): Promise<number> {
    const photo = this.#photos.get(picture);
    if (!photo) throw new Error('This picture was not drawn.');
    return (await savePhoto(this.#tx, photo)).id;
  }

  async #insert(statement: ReturnType<typeof sql>): Promise<number> {
    const [row] = await this.#tx.query<{ id: number }>(statement);
    if (!row) throw new Error('insert returned no row');
    return row.id;
  }

  #idOf(kind: 'person' | 'topic' | 'card' | 'chain' | 'subject', key: string): number {
    const id = this.#ids[kind].get(key);
    if (id === undefined) throw new Error(`The demo names a ${kind} “${key}” that it does not have.`);
    return id;
  }
}

/** The demo's accounts, for the last line of the start. */
export function demoAccounts(): string {
  const one = (role: string) => demoPeople.find((person) => person.role === role)?.email;
  return `${one('kSuperAdmin')} (super admin), ${one('kAdmin')} (admin), ${one('kCreator')} (creator), ${one('kRegular')} (learner); password ${demoPassword}`;
}
