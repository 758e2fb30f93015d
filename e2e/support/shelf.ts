import { randomUUID } from 'node:crypto';
import { type Card, type Creator, publish, siteUrl } from './creator.ts';
import { ask } from './named-member.ts';

/** The smallest picture there is. */
const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

async function answerOf<Answer>(sent: Promise<Response>): Promise<Answer> {
  const answer = await sent;
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** A chain, or a chapter of a subject, made away from the screen. */
export async function createChain({ token }: Creator, title: string, subjectId = -1): Promise<number> {
  const body = { title, subjectId };
  const { chapterModel } = await answerOf<{ chapterModel: { id: number } }>(
    ask(siteUrl(), 'POST', 'r/chapter', { body, token }),
  );
  return chapterModel.id;
}

export async function createSubject({ token }: Creator, title: string): Promise<number> {
  const body = new FormData();
  body.set('title', title);
  body.set('photoBase64', dot);
  const { subjectModel } = await answerOf<{ subjectModel: { id: number } }>(
    fetch(`${siteUrl()}/api/v1/r/subject`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body,
    }),
  );
  return subjectModel.id;
}

/** Puts cards into a chain, in this order. */
export async function linkCards({ token }: Creator, chapterId: number, postIds: readonly number[]) {
  for (const postId of postIds) {
    await answerOf(ask(siteUrl(), 'PUT', 'r/link_chapter_post', { body: { postId, chapterId }, token }));
  }
}

/** Puts somebody's subject into the list of another person. */
export async function saveSubject({ token }: Creator, subjectId: number) {
  const { userModel } = await answerOf<{ userModel: { userId: number } }>(
    ask(siteUrl(), 'GET', 'r/user', { token }),
  );
  const body = { userId: userModel.userId, subjectId };
  await answerOf(ask(siteUrl(), 'PUT', 'r/link_user_subject', { body, token }));
}

/** A word that nobody else's cards have. */
export const rareWord = () => `zq${randomUUID().slice(0, 8)}`;

/** Cards with these names and a word in common, the last one the newest. */
export async function cardsAbout(creator: Creator, word: string, names: readonly string[]): Promise<Card[]> {
  const cards: Card[] = [];
  for (const name of names) cards.push(await publish(creator, { title: `${name} ${word}` }));
  return cards;
}
