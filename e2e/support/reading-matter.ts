import { type Card, type Creator, publish, siteUrl } from './creator.ts';
import { ask } from './named-member.ts';

/** The smallest picture there is. */
const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

export interface Chapter {
  id: number;
  title: string;
  path: string;
  cards: (Card & { text: string })[];
}

export interface Bound {
  id: number;
  title: string;
  path: string;
  chapters: Chapter[];
}

async function told<Answer>(sent: Promise<Response>): Promise<Answer> {
  const answer = await sent;
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** A chain with cards of these names, or a chapter of a subject. */
export async function makeChain(creator: Creator, title: string, names: string[], subjectId = -1) {
  const { token } = creator;
  const { chapterModel } = await told<{ chapterModel: { id: number } }>(
    ask(siteUrl(), 'POST', 'r/chapter', { body: { title, subjectId }, token }),
  );
  const chapter: Chapter = { id: chapterModel.id, title, path: `/ch/${chapterModel.id}`, cards: [] };
  for (const name of names) {
    const text = `What there is to say about ${name}.`;
    const card = await publish(creator, { title: name, statusText: text });
    const body = { postId: card.id, chapterId: chapter.id };
    await told(ask(siteUrl(), 'PUT', 'r/link_chapter_post', { body, token }));
    chapter.cards.push({ ...card, text });
  }
  return chapter;
}

/** A subject of two chapters with two cards each. */
export async function bind(creator: Creator, title = 'The sea'): Promise<Bound> {
  const form = new FormData();
  form.set('title', title);
  form.set('photoBase64', dot);
  const { subjectModel } = await told<{ subjectModel: { id: number } }>(
    fetch(`${siteUrl()}/api/v1/r/subject`, {
      method: 'POST',
      headers: { authorization: `Bearer ${creator.token}` },
      body: form,
    }),
  );
  const { id } = subjectModel;
  const chapters = [
    await makeChain(creator, 'Tides', ['Flood', 'Ebb'], id),
    await makeChain(creator, 'Waves', ['Swell', 'Surf'], id),
  ];
  return { id, title, path: `/sub/${id}`, chapters };
}
