import type { AnswerOf } from '@gyan/contract/calls.ts';
import type { Visibility } from '@gyan/contract/visibility.ts';
import sql from 'sql-template-tag';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { makeCard, makeChain, makeConnection, makeSubject } from './factories.ts';
import { giveScene } from './scenes.ts';

/** Each word stands in one hidden item only: in its title, text, tag, picture, label, question or comment. */
export const hiddenWords = [
  'zqdraftcard',
  'zqdraftchain',
  'zqdraftsubject',
  'zqneverpublished',
  'zqdraftcomment',
  'zqdraftquestion',
  'zqunlistedcard',
  'zqunlistedchain',
  'zqunlistedsubject',
  'zqunlistedcomment',
  'zqunlistedquestion',
] as const;
export type HiddenWord = (typeof hiddenWords)[number];

export type ViewerName = 'visitor' | 'stranger' | 'connection' | 'owner' | 'admin';

export interface World {
  viewers: Record<Exclude<ViewerName, 'visitor'>, { userId: number; token: string }>;
  /** The ids of the owner's content by their visibility. */
  cards: Record<Visibility, number>;
  chains: Record<Visibility, number>;
  subjects: Record<Visibility, number>;
  neverPublished: number;
  /** A chain of another user, with the owner's cards. */
  foreignChain: number;
  comments: Record<'draft' | 'unlisted', number>;
  /** Suggestions of the connection. */
  suggestions: Record<'draft' | 'unlisted', number>;
  /** Public copies of the owner's cards, made by the stranger, without a word of the originals. */
  copies: Record<'draft' | 'unlisted', number>;
}

const kept = ['draft', 'unlisted', 'public'] as const;

/**
 * An owner whose content was all public, liked, commented on, saved and studied, before some of them became drafts and
 * others unlisted. Every chain holds all cards, and every subject all chains.
 */
export async function makeWorld(gyan: TestApp): Promise<World> {
  const { db } = gyan;
  const owner = await gyan.signedIn({ role: 'kCreator', firstName: 'Olga' });
  const connection = await gyan.signedIn({ role: 'kRegular', firstName: 'Kiran' });
  const stranger = await gyan.signedIn({ role: 'kCreator', firstName: 'Sam' });
  const admin = await gyan.signedIn({ role: 'kAdmin', firstName: 'Ada' });
  await makeConnection(db, owner.userId, connection.userId);
  await db.query(sql`insert into topics (name) values ('Zqtopic')`);
  await db.query(sql`
    insert into user_topics (user_id, topic_id, rank)
    select users.id, topics.id, 1 from users cross join topics where users.id <> ${owner.userId}`);

  const cards = await eachOf(async (visibility) => {
    const word = `zq${visibility}card`;
    const text = `Some words of ${word}, about zqtopic, long enough for a session.`;
    const photoId = await makePhoto(gyan, word);
    const id = await makeCard(db, { ownerId: owner.userId, title: word, text, tags: [word], photoId });
    await giveScene(db, id, [word]);
    return id;
  });
  const cardIds = kept.map((visibility) => cards[visibility]);
  const chains = await eachOf((visibility) =>
    makeChain(db, { ownerId: owner.userId, title: `zq${visibility}chain`, cardIds }),
  );
  const chainIds = kept.map((visibility) => chains[visibility]);
  const subjects = await eachOf((visibility) =>
    makeSubject(db, { ownerId: owner.userId, title: `zq${visibility}subject`, chainIds }),
  );
  const foreignChain = await makeChain(db, { ownerId: stranger.userId, title: 'A shelf', cardIds });
  const neverPublished = await makeCard(db, {
    ownerId: owner.userId,
    title: 'zqneverpublished',
    text: 'zqneverpublished about zqtopic',
    tags: ['zqneverpublished'],
    visibility: 'draft',
  });
  await giveScene(db, neverPublished, ['zqneverpublished']);

  const comments = { draft: 0, unlisted: 0 };
  const suggestions = { draft: 0, unlisted: 0 };
  const copies = { draft: 0, unlisted: 0 };
  for (const visibility of ['draft', 'unlisted'] as const) {
    const [card, chain, subject] = [cards[visibility], chains[visibility], subjects[visibility]];
    const put = (path: string, body: object, token = connection.token) =>
      done(gyan, 'PUT', path, token, body);
    for (const { token, userId } of [connection, stranger]) {
      await put('/r/post_like', { postId: card, liked: true }, token);
      await put('/r/chapter_like', { chapterId: chain, liked: true }, token);
      await put('/r/subject_like', { subjectId: subject, liked: true }, token);
      await put('/r/link_user_chapter', { userId, chapterId: chain }, token);
      await put('/r/link_user_subject', { userId, subjectId: subject }, token);
      await put('/r/reading', { postId: card, chapterId: chain, subjectId: subject }, token);
      for (const content of [
        { kind: 'post', id: card },
        { kind: 'chapter', id: chain },
        { kind: 'subject', id: subject },
      ]) {
        await put('/r/saved', { ...content, saved: true }, token);
        await done(gyan, 'POST', '/r/report', token, { ...content, reason: 'wrong' });
      }
      for (const studied of [{ postId: card }, { chapterId: chain }, { subjectId: subject }]) {
        await put('/r/study', { ...studied, studied: true }, token);
      }
    }
    const rawText = `zq${visibility}comment`;
    const comment = await done(gyan, 'POST', '/r/comment', connection.token, { postId: card, rawText });
    comments[visibility] = (comment as { commentModel: { id: number } }).commentModel.id;
    const reported = { kind: 'comment', id: comments[visibility], reason: 'wrong' };
    await done(gyan, 'POST', '/r/report', stranger.token, reported);
    const form = { postId: card, title: 'Better' };
    const made = await done(gyan, 'POST', '/r/suggestion', connection.token, form);
    suggestions[visibility] = (made as AnswerOf<'POST /r/suggestion'>).suggestionModel.suggestionId;
    copies[visibility] = await publishCopy(gyan, card, stranger.token);
    const promptVec = [{ kind: 'question', question: `zq${visibility}question`, answer: 'It is.' }];
    await put('/r/prompts', { postId: card, promptVec }, owner.token);
  }
  await done(gyan, 'PUT', '/r/updatepinnedpost', owner.token, { postId: cards.draft });
  await hide(gyan, owner.token, { cards, chains, subjects });
  return {
    viewers: { owner, connection, stranger, admin },
    cards,
    chains,
    subjects,
    neverPublished,
    foreignChain,
    comments,
    suggestions,
    copies,
  };
}

/** Copies a card, replaces all of its content and publishes it. */
async function publishCopy(gyan: TestApp, cardId: number, token: string): Promise<number> {
  await gyan.db.query(sql`update cards set license = 'cc0' where id = ${cardId}`);
  const answer = await done(gyan, 'POST', '/r/remix', token, { kind: 'post', id: cardId });
  const id = (answer as AnswerOf<'POST /r/remix'>).postModel?.id ?? 0;
  const content = { title: 'A copy', statusText: 'With other words', tagsText: '', photoBase64: '' };
  const form = { ...content, postId: String(id), visibility: 'public' };
  const edited = await gyan.request('/r/post', { method: 'PUT', token, form });
  expect(edited.status, edited.text).toBe(200);
  await giveScene(gyan.db, id, ['Copied']);
  return id;
}

async function hide(
  gyan: TestApp,
  token: string,
  { cards, chains, subjects }: Pick<World, 'cards' | 'chains' | 'subjects'>,
): Promise<void> {
  for (const visibility of ['draft', 'unlisted'] as const) {
    const put = async (path: string, options: { form: Record<string, string> } | { body: object }) => {
      const answer = await gyan.request(path, { method: 'PUT', token, ...options });
      expect(answer.status, answer.text).toBe(200);
    };
    await put('/r/post', { form: { postId: String(cards[visibility]), visibility } });
    await put('/r/chapter', { body: { chapterId: chains[visibility], visibility } });
    await put('/r/subject', { form: { subjectId: String(subjects[visibility]), visibility } });
  }
}

async function done(gyan: TestApp, method: string, path: string, token: string, body: object) {
  const answer = await gyan.request(path, { method, token, body });
  expect(answer.status, `${path} ${answer.text}`).toBe(200);
  return answer.body as unknown;
}

async function eachOf(
  make: (visibility: Visibility) => Promise<number>,
): Promise<Record<Visibility, number>> {
  return { draft: await make('draft'), unlisted: await make('unlisted'), public: await make('public') };
}

async function makePhoto(gyan: TestApp, key: string): Promise<number> {
  const size = { width: 16, height: 9 };
  const [row] = await gyan.db.query<{ id: number }>(sql`
    insert into photos (key, sizes, placeholder)
    values (${key}, ${JSON.stringify({ sm: size, md: size, lg: size })}::jsonb, '') returning id`);
  return row?.id ?? 0;
}
