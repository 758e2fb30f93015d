import { type Creator, publish } from './creator.ts';
import { createChain, createSubject, linkCards } from './shelf.ts';

/** A chain with cards of these names, or a chapter of a subject. */
export async function makeChain(creator: Creator, title: string, names: string[], subjectId?: number) {
  const id = await createChain(creator, title, subjectId);
  for (const name of names) {
    const card = await publish(creator, { title: name, statusText: `What there is to say about ${name}.` });
    await linkCards(creator, id, [card.id]);
  }
  return { id, title, path: `/ch/${id}` };
}

/** A subject of two chapters with two cards each. */
export async function bind(creator: Creator, title = 'The sea') {
  const id = await createSubject(creator, title);
  const chapters = [
    await makeChain(creator, 'Tides', ['Flood', 'Ebb'], id),
    await makeChain(creator, 'Waves', ['Swell', 'Surf'], id),
  ];
  return { id, title, path: `/sub/${id}`, chapters };
}
