import { type AnswerOf, calls } from '@gyan/contract/calls.ts';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';

export interface Person {
  userId: number;
  token: string;
}

/** The calls around notices; each expects to succeed. */
export function noticeCalls(gyan: TestApp) {
  async function put(path: string, { token }: Person, body: object) {
    const answer = await gyan.request(path, { method: 'PUT', token, body });
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  }

  async function list({ token }: Person, query = ''): Promise<AnswerOf<'GET /r/notices'>> {
    const answer = await gyan.request(`/r/notices${query}`, { token });
    expect(answer.status, answer.text).toBe(200);
    return calls['GET /r/notices'].answer.parse(answer.body);
  }

  return {
    put,
    list,
    texts: async (person: Person) => (await list(person)).noticeModelVec.map(({ text }) => text),
    count: async ({ token }: Person): Promise<number> => {
      const answer = await gyan.request('/r/notice_count', { token });
      return calls['GET /r/notice_count'].answer.parse(answer.body).unreadCount;
    },
    seeAll: (person: Person) => put('/r/notices_seen', person, { all: true }),
    like: (person: Person, postId: number, liked = true) => put('/r/post_like', person, { postId, liked }),
    mute: (person: Person, other: Person, muted = true) =>
      put('/r/mute', person, { userId: other.userId, muted }),
    block: (person: Person, other: Person, blocked = true) =>
      put('/r/block', person, { userId: other.userId, blocked }),
    follow: (person: Person, kind: string, id: number, level = 'all') =>
      put('/r/follow', person, { kind, id, level }),
    async comment({ token }: Person, postId: number, rawText = 'Well said.', answerTo?: number) {
      const answer = await gyan.request('/r/comment', {
        method: 'POST',
        token,
        body: { postId, rawText, ...(answerTo === undefined ? {} : { answerTo }) },
      });
      expect(answer.status, answer.text).toBe(200);
      return calls['POST /r/comment'].answer.parse(answer.body).commentModel;
    },
    async uncomment({ token }: Person, commentId: number) {
      const answer = await gyan.request(`/r/comment?commentId=${commentId}`, { method: 'DELETE', token });
      expect(answer.status, answer.text).toBe(200);
    },
  };
}
