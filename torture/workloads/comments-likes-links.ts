import sql from 'sql-template-tag';
import { IdempotentWrites } from './idempotent-writes.ts';
import { Toggles } from './toggles.ts';
import { type Fixture, pick, type Workload } from './workload.ts';

/** The text is the idempotency key, so that each row can be matched to its request. */
export function commentWorkload(fixture: Fixture): Workload {
  const writes = new IdempotentWrites<{ token: string; postId: number }>(
    'comment',
    fixture,
    (key, input, send) =>
      send(fixture.api, '/r/comment', {
        method: 'POST',
        token: input.token,
        key,
        body: { postId: input.postId, rawText: key },
      }),
  );
  return {
    name: 'comments',
    get acknowledged() {
      return writes.acknowledged;
    },
    write: () => writes.write({ token: pick(fixture.people).token, postId: pick(fixture.cardIds) }),
    settle: () => writes.settle(),
    async verify(db) {
      const rows = await db.query<{ text: string; ids: number[] }>(
        sql`select text, array_agg(id) as ids from comments where text like 'torture-%' group by text`,
      );
      const ids = new Map(rows.map((row) => [row.text, row.ids]));
      const wrong = writes.responses.filter(([key, response]) => {
        const { commentModel } = JSON.parse(response) as { commentModel: { id: number } };
        return ids.get(key)?.join() !== String(commentModel.id);
      });
      const found = writes.takeProblems();
      if (wrong.length > 0) found.push(`${wrong.length} comments are not there exactly once`);
      if (rows.length !== writes.responses.length)
        found.push('there are comments that were not acknowledged');
      return found;
    },
  };
}

export function likeWorkload(fixture: Fixture): Workload {
  const toggles = new Toggles((name, liked, send) => {
    const [person = 0, postId] = name.split(' ').map(Number);
    return send(fixture.api, '/r/post_like', {
      method: 'PUT',
      token: fixture.people.find(({ id }) => id === person)?.token ?? '',
      body: { postId, liked },
    });
  });
  return {
    name: 'likes',
    get acknowledged() {
      return toggles.acknowledged;
    },
    write: () => toggles.flip(`${pick(fixture.people).id} ${pick(fixture.cardIds)}`),
    settle: () => toggles.settle(),
    async verify(db) {
      const rows = await db.query<{ name: string }>(
        sql`select user_id || ' ' || card_id as name from card_likes where user_id = any(${fixture.people.map(({ id }) => id)})`,
      );
      return differences('likes', toggles, rows);
    },
  };
}

/** Links cards to chains at random ranks. */
export function linkWorkload(fixture: Fixture): Workload {
  const toggles = new Toggles((name, linked, send) => {
    const [chapterId, postId] = name.split(' ').map(Number);
    return send(fixture.api, linked ? '/r/link_chapter_post' : '/r/unlink_chapter_post', {
      method: 'PUT',
      token: fixture.editor.token,
      body: { chapterId, postId, ...(linked ? { postRank: Math.random() * 100 } : {}) },
    });
  });
  return {
    name: 'links',
    get acknowledged() {
      return toggles.acknowledged;
    },
    write: () => toggles.flip(`${pick(fixture.chainIds)} ${pick(fixture.cardIds)}`),
    settle: () => toggles.settle(),
    async verify(db) {
      const rows = await db.query<{ name: string }>(
        sql`select chain_id || ' ' || card_id as name from chain_cards where chain_id = any(${fixture.chainIds})`,
      );
      return differences('links', toggles, rows);
    },
  };
}

function differences(what: string, toggles: Toggles, rows: { name: string }[]): string[] {
  const { lost, unwanted } = toggles.differences(new Set(rows.map(({ name }) => name)));
  return [
    ...(lost > 0 ? [`${lost} ${what} are gone`] : []),
    ...(unwanted > 0 ? [`${unwanted} ${what} are there that were taken back`] : []),
  ];
}
