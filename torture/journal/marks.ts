import sql from 'sql-template-tag';
import { KeyedWrites } from './keyed.ts';
import { Switches } from './switches.ts';
import { type Ground, pick, type Trade } from './trade.ts';

/** The key is the text as well, so that rows can be told apart. */
export function commenting(ground: Ground): Trade {
  const writes = new KeyedWrites<{ token: string; postId: number }>('comment', ground, (key, wished, by) =>
    by(ground.api, '/r/comment', {
      method: 'POST',
      token: wished.token,
      key,
      body: { postId: wished.postId, rawText: key },
    }),
  );
  return {
    name: 'comments',
    get acknowledged() {
      return writes.acknowledged;
    },
    write: () => writes.write({ token: pick(ground.people).token, postId: pick(ground.cardIds) }),
    settle: () => writes.settle(),
    async verify(db) {
      const rows = await db.query<{ text: string; ids: number[] }>(
        sql`select text, array_agg(id) as ids from comments where text like 'torture-%' group by text`,
      );
      const ids = new Map(rows.map((row) => [row.text, row.ids]));
      const wrong = writes.answers.filter(([key, answer]) => {
        const { commentModel } = JSON.parse(answer) as { commentModel: { id: number } };
        return ids.get(key)?.join() !== String(commentModel.id);
      });
      const found = writes.takeFound();
      if (wrong.length > 0) found.push(`${wrong.length} comments are not there exactly once`);
      if (rows.length !== writes.answers.length)
        found.push('there are comments that nobody was answered for');
      return found;
    },
  };
}

export function liking(ground: Ground): Trade {
  const switches = new Switches((name, liked, by) => {
    const [person = 0, postId] = name.split(' ').map(Number);
    return by(ground.api, '/r/post_like', {
      method: 'PUT',
      token: ground.people.find(({ id }) => id === person)?.token ?? '',
      body: { postId, liked },
    });
  });
  return {
    name: 'likes',
    get acknowledged() {
      return switches.acknowledged;
    },
    write: () => switches.flip(`${pick(ground.people).id} ${pick(ground.cardIds)}`),
    settle: () => switches.settle(),
    async verify(db) {
      const rows = await db.query<{ name: string }>(
        sql`select user_id || ' ' || card_id as name from card_likes where user_id = any(${ground.people.map(({ id }) => id)})`,
      );
      return differences('likes', switches, rows);
    },
  };
}

/** Cards in chains, put somewhere between the others each time. */
export function linking(ground: Ground): Trade {
  const switches = new Switches((name, linked, by) => {
    const [chapterId, postId] = name.split(' ').map(Number);
    return by(ground.api, linked ? '/r/link_chapter_post' : '/r/unlink_chapter_post', {
      method: 'PUT',
      token: ground.editor.token,
      body: { chapterId, postId, ...(linked ? { postRank: Math.random() * 100 } : {}) },
    });
  });
  return {
    name: 'links',
    get acknowledged() {
      return switches.acknowledged;
    },
    write: () => switches.flip(`${pick(ground.chainIds)} ${pick(ground.cardIds)}`),
    settle: () => switches.settle(),
    async verify(db) {
      const rows = await db.query<{ name: string }>(
        sql`select chain_id || ' ' || card_id as name from chain_cards where chain_id = any(${ground.chainIds})`,
      );
      return differences('links', switches, rows);
    },
  };
}

function differences(what: string, switches: Switches, rows: { name: string }[]): string[] {
  const { lost, unwanted } = switches.differences(new Set(rows.map(({ name }) => name)));
  return [
    ...(lost > 0 ? [`${lost} ${what} are gone`] : []),
    ...(unwanted > 0 ? [`${unwanted} ${what} are there that were taken back`] : []),
  ];
}
