import sql from 'sql-template-tag';
import type { Person } from '../support/people.ts';
import { KeyedWrites } from './keyed.ts';
import { type Ground, insist, type Trade, wish } from './trade.ts';

interface Pair {
  asking: Person;
  asked: Person;
  requestId?: number;
  accepted: boolean;
}

/** People ask each other and accept, every pair once; each step owes one letter. */
export function connecting(ground: Ground): Trade {
  const pairs = pairsOf(ground.people);
  /** By the addresses of both, as the letters name them. */
  const begun = new Map<string, Pair>();
  let accepted = 0;
  const requests = new KeyedWrites<Pair>('connreq', ground, async (key, pair, by) => {
    const text = await by(ground.api, '/r/connreq', {
      method: 'POST',
      token: pair.asking.token,
      key,
      body: { receivingUserId: pair.asked.id },
    });
    pair.requestId = (JSON.parse(text) as { connectionReqId: number }).connectionReqId;
    return text;
  });

  const accept = async (pair: Pair, by: typeof wish) => {
    if (pair.requestId === undefined || pair.accepted) return;
    await by(ground.api, '/r/acceptconnreq', {
      method: 'PUT',
      token: pair.asked.token,
      body: { connectionReqId: pair.requestId },
    });
    pair.accepted = true;
    accepted += 1;
  };

  return {
    name: 'connections',
    get acknowledged() {
      return requests.acknowledged + accepted;
    },
    async write() {
      const next = pairs.next();
      if (next.done) return;
      const pair: Pair = { ...next.value, accepted: false };
      begun.set(`${pair.asking.id} ${pair.asked.id}`, pair);
      await requests.write(pair);
      await accept(pair, wish);
    },
    async settle() {
      await requests.settle();
      await Promise.all([...begun.values()].map((pair) => accept(pair, insist)));
    },
    async verify(db) {
      const ids = ground.people.map(({ id }) => id);
      const rows = await db.query<{ name: string; connected: number; letters: number; answers: number }>(sql`
        select one.user_id || ' ' || one.other_id as name, count(*)::int as connected,
          (select count(*)::int from mail_outbox
           where kind = 'connection-request' and about_id = one.user_id and recipient = other.email) as letters,
          (select count(*)::int from mail_outbox
           where kind = 'request-accepted' and about_id = one.other_id and recipient = me.email) as answers
        from connections as one
        join users as me on me.id = one.user_id
        join users as other on other.id = one.other_id
        where one.user_id = any(${ids}) and one.other_id = any(${ids})
        group by one.user_id, one.other_id, me.email, other.email`);
      const there = new Map(rows.map((row) => [row.name, row]));
      const lost = [...begun].filter(([name, pair]) => pair.accepted && there.get(name)?.connected !== 1);
      const found = requests.takeFound();
      if (lost.length > 0) found.push(`${lost.length} connections are gone`);
      const letterless = [...begun].filter(([name]) => {
        const row = there.get(name);
        return row && (row.letters !== 1 || row.answers !== 1);
      });
      if (letterless.length > 0)
        found.push(`${letterless.length} connections do not have one letter for each step`);
      return found;
    },
  };
}

function* pairsOf(people: Person[]): Generator<{ asking: Person; asked: Person }> {
  for (const [index, asked] of people.entries()) {
    for (const asking of people.slice(0, index)) yield { asking, asked };
  }
}
