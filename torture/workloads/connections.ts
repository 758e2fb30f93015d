import sql from 'sql-template-tag';
import type { Person } from '../support/people.ts';
import { IdempotentWrites } from './idempotent-writes.ts';
import { type Fixture, sendOnce, sendWithRetry, type Workload } from './workload.ts';

interface Pair {
  sender: Person;
  receiver: Person;
  requestId?: number;
  accepted: boolean;
}

/** Connection requests and acceptances, each pair once; a request sends one e-mail. */
export function connectionWorkload(fixture: Fixture): Workload {
  const pairs = pairsOf(fixture.people);
  /** By `senderId receiverId`. */
  const startedPairs = new Map<string, Pair>();
  let accepted = 0;
  const requests = new IdempotentWrites<Pair>('connreq', fixture, async (key, pair, send) => {
    const text = await send(fixture.api, '/r/connreq', {
      method: 'POST',
      token: pair.sender.token,
      key,
      body: { receivingUserId: pair.receiver.id },
    });
    pair.requestId = (JSON.parse(text) as { connectionReqId: number }).connectionReqId;
    return text;
  });

  const accept = async (pair: Pair, send: typeof sendOnce) => {
    if (pair.requestId === undefined || pair.accepted) return;
    await send(fixture.api, '/r/acceptconnreq', {
      method: 'PUT',
      token: pair.receiver.token,
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
      startedPairs.set(`${pair.sender.id} ${pair.receiver.id}`, pair);
      await requests.write(pair);
      await accept(pair, sendOnce);
    },
    async settle() {
      await requests.settle();
      await Promise.all([...startedPairs.values()].map((pair) => accept(pair, sendWithRetry)));
    },
    async verify(db) {
      const ids = fixture.people.map(({ id }) => id);
      const rows = await db.query<{
        name: string;
        connected: number;
        requestEmails: number;
      }>(sql`
        select one.user_id || ' ' || one.other_id as name, count(*)::int as connected,
          (select count(*)::int from mail_outbox
           where kind = 'connection-request' and about_id = one.user_id and recipient = other.email) as "requestEmails"
        from connections as one
        join users as other on other.id = one.other_id
        where one.user_id = any(${ids}) and one.other_id = any(${ids})
        group by one.user_id, one.other_id, other.email`);
      const there = new Map(rows.map((row) => [row.name, row]));
      const lost = [...startedPairs].filter(
        ([name, pair]) => pair.accepted && there.get(name)?.connected !== 1,
      );
      const found = requests.takeProblems();
      if (lost.length > 0) found.push(`${lost.length} connections are gone`);
      const withoutEmails = [...startedPairs].filter(([name]) => {
        const row = there.get(name);
        return row && row.requestEmails !== 1;
      });
      if (withoutEmails.length > 0)
        found.push(`${withoutEmails.length} connections do not have one e-mail for the request`);
      return found;
    },
  };
}

function* pairsOf(people: Person[]): Generator<{ sender: Person; receiver: Person }> {
  for (const [index, receiver] of people.entries()) {
    for (const sender of people.slice(0, index)) yield { sender, receiver };
  }
}
