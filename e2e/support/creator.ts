import { callApi, fetchWhenServed, tokenOf } from './named-member.ts';
import { type Member, member } from './new-user.ts';
import { admin } from './people.ts';

export const siteUrl = () => process.env.GYAN_URL ?? '';

/** A new user who may publish. */
export type Creator = Member;

export async function newCreator(): Promise<Creator> {
  const site = siteUrl();
  const person = await member(site);
  const promoted = await callApi(site, 'PUT', 'r/updateuserrole', {
    body: { userId: person.userId, userRole: 'kCreator' },
    token: await tokenOf(site, admin),
  });
  if (!promoted.ok) throw new Error(`${person.email} cannot become a creator: ${await promoted.text()}`);
  return person;
}

export interface Card {
  id: number;
  title: string;
  path: string;
}

/** Publishes a plain card; `form` overrides or adds fields. */
export async function publish(creator: Creator, form: Record<string, string> = {}): Promise<Card> {
  const body = new FormData();
  const fields = {
    title: `Why the sky is blue ${Date.now()}`,
    statusText: 'Small things scatter blue.',
    ...form,
  };
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const answer = await fetchWhenServed(`${siteUrl()}/api/v1/r/post`, {
    method: 'POST',
    headers: { authorization: `Bearer ${creator.token}` },
    body,
  });
  if (!answer.ok) throw new Error(`The card was not published: ${await answer.text()}`);
  const { feedItemModel } = (await answer.json()) as {
    feedItemModel: { postModel: { id: number; title: string; urlText: string } };
  };
  const { id, title, urlText } = feedItemModel.postModel;
  return { id, title, path: `/pd/${urlText}` };
}

export async function comment({ token }: { token: string }, postId: number, rawText: string) {
  const answer = await callApi(siteUrl(), 'POST', 'r/comment', { body: { postId, rawText }, token });
  if (!answer.ok) throw new Error(`The comment was not posted: ${await answer.text()}`);
}
