import { createChain, createSubject, linkCards } from './content.ts';
import { type Creator, publish } from './creator.ts';

/** Creates a chain, or a chapter of a subject, with cards of these names. */
export async function makeChain(creator: Creator, title: string, names: string[], subjectId?: number) {
  const id = await createChain(creator, title, subjectId);
  for (const name of names) {
    const card = await publish(creator, { title: name, statusText: `What there is to say about ${name}.` });
    await linkCards(creator, id, [card.id]);
  }
  return { id, title, path: `/ch/${id}` };
}

/** Creates a subject of two chapters with two cards each. */
export async function makeSubject(creator: Creator, title = 'The sea') {
  const id = await createSubject(creator, title);
  const chapters = [
    await makeChain(creator, 'Tides', ['Flood', 'Ebb'], id),
    await makeChain(creator, 'Waves', ['Swell', 'Surf'], id),
  ];
  return { id, title, path: `/sub/${id}`, chapters };
}
