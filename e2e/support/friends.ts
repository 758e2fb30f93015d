import { siteUrl } from './creator.ts';
import { ask } from './named-member.ts';

/** Connects two users; each is given by their token. */
export async function connect(token: string, friendToken: string) {
  const me = (await (await ask(siteUrl(), 'GET', 'r/user', { token })).json()) as {
    userModel: { userId: number };
  };
  const asked = await ask(siteUrl(), 'POST', 'r/connreq', {
    body: { receivingUserId: me.userModel.userId },
    token: friendToken,
  });
  const { connectionReqId } = (await asked.json()) as { connectionReqId: number };
  const accepted = await ask(siteUrl(), 'PUT', 'r/acceptconnreq', { body: { connectionReqId }, token });
  if (!accepted.ok) throw new Error(`The request was not accepted: ${await accepted.text()}`);
}
