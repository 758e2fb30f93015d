import { api } from '#features/session/actions.ts';

type Accepted = ReturnType<typeof accept>;

const accept = (token: string) => api('PUT /r/acceptconnreq', { body: { connectionReqId: token } });

let last: { token: string; userId: number; answer: Accepted } | undefined;

/** One request per token and user, even if the component mounts twice; `again` retries. */
export function acceptOnce(token: string, userId: number, again = false): Accepted {
  if (again || last?.token !== token || last.userId !== userId) {
    last = { token, userId, answer: accept(token) };
  }
  return last.answer;
}
