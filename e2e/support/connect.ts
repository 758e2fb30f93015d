import { siteUrl } from './creator.ts';
import { callApi } from './named-member.ts';

/** Connects two users; each is given by their token. */
export async function connect(token: string, friendToken: string) {
  const me = (await (await callApi(siteUrl(), 'GET', 'r/user', { token })).json()) as {
    userModel: { userId: number };
  };
  const sent = await callApi(siteUrl(), 'POST', 'r/connreq', {
    body: { receivingUserId: me.userModel.userId },
    token: friendToken,
  });
  const { connectionReqId } = (await sent.json()) as { connectionReqId: number };
  const accepted = await callApi(siteUrl(), 'PUT', 'r/acceptconnreq', { body: { connectionReqId }, token });
  if (!accepted.ok) throw new Error(`The request was not accepted: ${await accepted.text()}`);
}
