import { createChain, createSubject, linkCards } from './content.ts';
import { type Card, newCreator, publish, siteUrl } from './creator.ts';
import { callApi } from './named-member.ts';
import { type Member, member } from './new-user.ts';

/** A new subject with one chain, and a card in it for each name. */
export async function publishSubject(names: readonly string[]) {
  const creator = await newCreator();
  const subjectId = await createSubject(creator, `Rivers ${Date.now()}`);
  const chainId = await createChain(creator, 'From spring to sea', subjectId);
  const cards: Card[] = [];
  for (const name of names) {
    cards.push(await publish(creator, { title: name, statusText: `${name} is what this card explains.` }));
  }
  await linkCards(
    creator,
    chainId,
    cards.map(({ id }) => id),
  );
  return { subjectId, chainId, cards };
}

export async function callAs(person: Member, method: string, path: string, body: object) {
  const answer = await callApi(siteUrl(), method, path, { body, token: person.token });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
}

/** A member who has read these cards and studies their chain. */
export async function newLearner(names: readonly string[]) {
  const { chainId, cards } = await publishSubject(names);
  const person = await member(siteUrl());
  for (const { id } of cards) await callAs(person, 'PUT', 'r/reading', { postId: id, chapterId: chainId });
  await callAs(person, 'PUT', 'r/study', { chapterId: chainId, studied: true });
  return { person, chainId, cards };
}
