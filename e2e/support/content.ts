import { randomUUID } from 'node:crypto';
import { type Card, type Creator, publish, siteUrl } from './creator.ts';
import { callApi } from './named-member.ts';

/** A PNG of one pixel. */
const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

async function answerOf<Answer>(sent: Promise<Response>): Promise<Answer> {
  const answer = await sent;
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** Creates a chain, or a chapter of a subject, by API. */
export async function createChain({ token }: Creator, title: string, subjectId = -1): Promise<number> {
  const body = { title, subjectId };
  const { chapterModel } = await answerOf<{ chapterModel: { id: number } }>(
    callApi(siteUrl(), 'POST', 'r/chapter', { body, token }),
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

/** Adds cards to a chain in this order. */
export async function linkCards({ token }: Creator, chapterId: number, postIds: readonly number[]) {
  for (const postId of postIds) {
    await answerOf(callApi(siteUrl(), 'PUT', 'r/link_chapter_post', { body: { postId, chapterId }, token }));
  }
}

/** Edits a card by API, as another device of its owner would. */
export async function editCard({ token }: Creator, postId: number, fields: Record<string, string>) {
  const body = new FormData();
  for (const [name, value] of Object.entries({ postId: String(postId), ...fields })) body.set(name, value);
  await answerOf(
    fetch(`${siteUrl()}/api/v1/r/post`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}` },
      body,
    }),
  );
}

/** The titles of the cards in a chain, in order. */
export async function titlesIn({ token }: Creator, chainId: number): Promise<string[]> {
  const { chapterModel } = await answerOf<{
    chapterModel: { feedItemModelVec?: { postModel: { title: string } }[] };
  }>(callApi(siteUrl(), 'GET', `r/chapter?id=${chainId}`, { token }));
  return (chapterModel.feedItemModelVec ?? []).map(({ postModel }) => postModel.title);
}

/** Saves another user's subject to the list of this user. */
export async function saveSubject({ token, userId }: Creator, subjectId: number) {
  const body = { userId, subjectId };
  await answerOf(callApi(siteUrl(), 'PUT', 'r/link_user_subject', { body, token }));
}

/** A word that no other card contains. */
export const uniqueWord = () => `zq${randomUUID().slice(0, 8)}`;

/** Publishes cards with these names and a common word, the last one newest. */
export async function cardsAbout(creator: Creator, word: string, names: readonly string[]): Promise<Card[]> {
  const cards: Card[] = [];
  for (const name of names) cards.push(await publish(creator, { title: `${name} ${word}` }));
  return cards;
}
