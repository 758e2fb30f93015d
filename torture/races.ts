import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import sql from 'sql-template-tag';
import { hashToken } from '../server/src/lib/tokens.ts';
import { makeCard, makeChain, makeSubject, makeUser } from '../server/test/factories.ts';
import { brokenInvariants } from '../server/test/invariants.ts';
import { type ApiResponse, type RequestOptions, sendRequest } from './support/client.ts';
import { makePeople, type Person } from './support/people.ts';
import { runTortureScript, type ScriptContext } from './support/torture-script.ts';
import { startTwoServers, type TwoServers } from './support/two-servers.ts';

// Runs conflicting actions concurrently on two servers with one database and checks the result.
// Usage: node torture/races.ts [--quick] [--rounds 30]

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, rounds: { type: 'string' } },
});
const rounds = Number(options.rounds ?? (options.quick ? 3 : 30));

interface Race {
  name: string;
  run(servers: TwoServers, check: ScriptContext['check']): Promise<void>;
}

const sent = { requests: 0, failed: 0 };

/** Sends a request to one of the two servers, alternating unless `which` is given. */
async function send(
  servers: TwoServers,
  path: string,
  options: RequestOptions,
  which?: number,
): Promise<ApiResponse> {
  sent.requests += 1;
  const api = servers.apis[(which ?? sent.requests) % 2] ?? '';
  const response = await sendRequest(api, path, { timeoutMs: 30_000, ...options });
  if (response.status >= 500) {
    sent.failed += 1;
    console.log(`${options.method ?? 'GET'} ${path} was answered ${response.status}: ${response.text}`);
  }
  return response;
}

const put = (servers: TwoServers, path: string, person: Person, body: object) =>
  send(servers, path, { method: 'PUT', token: person.token, body });
const remove = (servers: TwoServers, path: string, person: Person) =>
  send(servers, path, { method: 'DELETE', token: person.token });
const wins = (responses: readonly ApiResponse[]) => responses.filter(({ status }) => status === 200).length;
const pick = <T>(items: readonly T[]): T => {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error('There is nothing to choose from.');
  return item;
};
const times = <T>(count: number, work: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => work(i));

const races: Race[] = [
  {
    name: 'likes of one card',
    async run(servers, check) {
      const people = await makePeople(servers.db, 8);
      const postId = await makeCard(servers.db);
      const liked = new Map<Person, boolean>();
      await Promise.all(
        people.flatMap((person) =>
          times(4, async (index) => {
            // Concurrent, so the last one sent need not be the last one applied.
            await put(servers, '/r/post_like', person, { postId, liked: index % 2 === 0 });
          }),
        ),
      );
      for (const person of people) {
        liked.set(person, Math.random() < 0.5);
        await put(servers, '/r/post_like', person, { postId, liked: liked.get(person) });
      }
      const wanted = [...liked.values()].filter(Boolean).length;
      const [row] = await servers.db.query<{ like_count: number }>(
        sql`select like_count from cards where id = ${postId}`,
      );
      check(row?.like_count === wanted, `a card liked by ${wanted} counts ${row?.like_count}`);
    },
  },
  {
    name: 'requests that cross',
    async run(servers, check) {
      const [one, other] = (await makePeople(servers.db, 2)) as [Person, Person];
      const request = (from: Person, to: Person, which: number) =>
        send(
          servers,
          '/r/connreq',
          { method: 'POST', token: from.token, body: { receivingUserId: to.id } },
          which,
        );
      await Promise.all([request(one, other, 0), request(other, one, 1), request(one, other, 1)]);
      const [row] = await servers.db.query<{ connected: number; waiting: number }>(sql`
        select (select count(*)::int from connections where user_id in (${one.id}, ${other.id})) as connected,
          (select count(*)::int from connection_requests where sender_id in (${one.id}, ${other.id})) as waiting`);
      check(row?.connected === 2 && row.waiting === 0, `requests that cross left ${JSON.stringify(row)}`);
    },
  },
  {
    name: 'accepting against blocking and withdrawing',
    async run(servers, check) {
      const [one, other] = (await makePeople(servers.db, 2)) as [Person, Person];
      const sent = await send(servers, '/r/connreq', {
        method: 'POST',
        token: one.token,
        body: { receivingUserId: other.id },
      });
      const { connectionReqId } = JSON.parse(sent.text) as { connectionReqId: number };
      await Promise.all([
        put(servers, '/r/acceptconnreq', other, { connectionReqId }),
        put(servers, '/r/block', one, { userId: other.id, blocked: true }),
        remove(servers, `/r/connreq?connectionReqId=${connectionReqId}`, one),
      ]);
      const rows = await servers.db.query(
        sql`select from connections where user_id in (${one.id}, ${other.id})`,
      );
      check(rows.length === 0, 'people of whom one blocked the other are connected');
    },
  },
  {
    name: 'a link of an e-mail used by many at once',
    async run(servers, check) {
      const userId = await makeUser(servers.db, { password: 'quiet river' });
      const reset = `reset-${userId}-${'x'.repeat(20)}`;
      await servers.db.query(sql`
        insert into password_resets (user_id, token_hash, expires_at) values (${userId}, ${hashToken(reset)}, now() + interval '1 hour')`);
      const resets = await Promise.all(
        times(6, (index) =>
          send(servers, '/resetpassword', {
            method: 'PUT',
            body: { reqToken: reset, password: `river number ${index}` },
          }),
        ),
      );
      check(wins(resets) === 1, `one reset link was good for ${wins(resets)}`);
      const unverifiedId = await makeUser(servers.db, { verified: false });
      const registration = `reg-${unverifiedId}-${'x'.repeat(20)}`;
      await servers.db.query(sql`
        insert into registrations (user_id, first_name, last_name, token_hash, expires_at)
        values (${unverifiedId}, 'A', 'B', ${hashToken(registration)}, now() + interval '1 hour')`);
      const verifications = await Promise.all(
        times(6, () => send(servers, '/ve', { method: 'POST', body: { regToken: registration } })),
      );
      check(wins(verifications) === 1, `one verification link was good for ${wins(verifications)}`);
    },
  },
  {
    name: 'one key at both servers',
    async run(servers, check) {
      const [person] = (await makePeople(servers.db, 1)) as [Person];
      const postId = await makeCard(servers.db);
      const responses = await Promise.all(
        times(6, () =>
          send(servers, '/r/comment', {
            method: 'POST',
            token: person.token,
            key: `race-${person.id}`,
            body: { postId, rawText: 'Once.' },
          }),
        ),
      );
      const texts = new Set(responses.map(({ text }) => text));
      const rows = await servers.db.query(sql`select from comments where owner_id = ${person.id}`);
      check(
        texts.size === 1 && rows.length === 1,
        `one key made ${rows.length} comments and ${texts.size} answers`,
      );
    },
  },
  {
    name: 'deleting against locking',
    async run(servers, check) {
      const [owner] = (await makePeople(servers.db, 1)) as [Person];
      const [admin] = (await makePeople(servers.db, 1, { role: 'kAdmin' })) as [Person];
      const postId = await makeCard(servers.db, { ownerId: owner.id });
      const [deleted, locked] = await Promise.all([
        remove(servers, `/r/post?postId=${postId}`, owner),
        put(servers, '/r/post_lock', admin, { postId, toLock: true }),
      ]);
      const rows = await servers.db.query<{ locked: boolean }>(
        sql`select locked from cards where id = ${postId}`,
      );
      const isGone = deleted.status === 200 && rows.length === 0 && locked.status === 404;
      const isKept =
        deleted.status === 409 &&
        rows.length === 1 &&
        rows.every((row) => row.locked) &&
        locked.status === 200;
      check(isGone || isKept, `deleting ${deleted.status}, locking ${locked.status}, ${rows.length} rows`);
    },
  },
  {
    name: 'losing a role while acting',
    async run(servers, check) {
      const [creator] = (await makePeople(servers.db, 1)) as [Person];
      const [admin] = (await makePeople(servers.db, 1, { role: 'kAdmin' })) as [Person];
      const post = (which: number) =>
        send(
          servers,
          '/r/chapter',
          { method: 'POST', token: creator.token, body: { title: 'Late', subjectId: -1 } },
          which,
        );
      const before = times(4, (index) => post(index));
      const changed = await put(servers, '/r/updateuserrole', admin, {
        userId: creator.id,
        userRole: 'kRegular',
      });
      check(changed.status === 200, `a role could not be changed: ${changed.status}`);
      // Sent after the change was acknowledged, on either server.
      const after = await Promise.all(times(4, (index) => post(index)));
      await Promise.all(before);
      check(
        after.every(({ status }) => status === 403),
        `after losing the role ${wins(after)} of ${after.length} still acted`,
      );
    },
  },
  {
    name: 'signing out while acting',
    async run(servers, check) {
      const [person] = (await makePeople(servers.db, 1)) as [Person];
      const postId = await makeCard(servers.db);
      const before = times(3, () => put(servers, '/r/post_like', person, { postId, liked: true }));
      await send(servers, '/r/logout', { method: 'POST', token: person.token }, 0);
      const after = await Promise.all(
        times(4, (index) =>
          send(servers, index < 2 ? '/r/user' : `/r/post?postId=${postId}`, { token: person.token }, index),
        ),
      );
      await Promise.all(before);
      check(
        after.every(({ status }) => status === 401),
        'a session that had ended was still good somewhere',
      );
    },
  },
  {
    name: 'links in opposite order',
    async run(servers) {
      const [owner] = (await makePeople(servers.db, 1, { role: 'kAdmin' })) as [Person];
      const cards = await Promise.all(times(3, () => makeCard(servers.db, { ownerId: owner.id })));
      const chains = await Promise.all(times(3, () => makeChain(servers.db, { ownerId: owner.id })));
      const subjects = await Promise.all(times(2, () => makeSubject(servers.db, { ownerId: owner.id })));
      const requests = [
        () =>
          put(servers, '/r/link_chapter_post', owner, {
            postId: pick(cards),
            chapterId: pick(chains),
            postRank: 1,
          }),
        () => put(servers, '/r/unlink_chapter_post', owner, { postId: pick(cards), chapterId: pick(chains) }),
        () =>
          put(servers, '/r/link_subject_chapter', owner, {
            subjectId: pick(subjects),
            chapterId: pick(chains),
            chapterRank: 1,
          }),
        () =>
          put(servers, '/r/unlink_subject_chapter', owner, {
            subjectId: pick(subjects),
            chapterId: pick(chains),
          }),
        () =>
          put(servers, '/r/link_user_chapter', owner, {
            userId: owner.id,
            chapterId: pick(chains),
            chapterRank: 1,
          }),
        () =>
          put(servers, '/r/link_user_subject', owner, {
            userId: owner.id,
            subjectId: pick(subjects),
            subjectRank: 1,
          }),
        () => put(servers, '/r/post_like', owner, { postId: pick(cards), liked: Math.random() < 0.5 }),
        () => put(servers, '/r/chapter_like', owner, { chapterId: pick(chains), liked: Math.random() < 0.5 }),
        () =>
          put(servers, '/r/subject_quality', owner, { subjectId: pick(subjects), quality: 'kQualityGreat' }),
      ];
      const ends = [
        () => remove(servers, `/r/post?postId=${cards[0]}`, owner),
        () => remove(servers, `/r/chapter?chapterId=${chains[0]}`, owner),
        () => remove(servers, `/r/subject?subjectId=${subjects[0]}`, owner),
      ];
      await Promise.all([...times(24, () => pick(requests)()), ...ends.map((end) => end())]);
    },
  },
  {
    name: 'erasing a user whose content is in others’ lists',
    async run(servers, check) {
      const [owner] = (await makePeople(servers.db, 1)) as [Person];
      const leaverId = await makeUser(servers.db, { role: 'kCreator' });
      const cards = await Promise.all(times(3, () => makeCard(servers.db, { ownerId: leaverId })));
      const theirs = await Promise.all(
        times(3, () => makeChain(servers.db, { ownerId: leaverId, cardIds: cards })),
      );
      const mine = await makeChain(servers.db, { ownerId: owner.id, cardIds: cards });
      const subjects = await Promise.all(
        times(4, () =>
          makeSubject(servers.db, { ownerId: owner.id, chainIds: [...theirs, mine].toReversed() }),
        ),
      );
      await makeSubject(servers.db, { ownerId: leaverId, chainIds: [mine, ...theirs] });
      await servers.db.query(
        sql`update users set leaving_at = now() - interval '31 days' where id = ${leaverId}`,
      );
      // These hold locks that the erasure waits for, and need locks that it holds.
      const requests = () => [
        ...subjects.map((subjectId) => remove(servers, `/r/subject?subjectId=${subjectId}`, owner)),
        ...cards.map((postId) => put(servers, '/r/unlink_chapter_post', owner, { postId, chapterId: mine })),
        ...subjects.map((subjectId) =>
          put(servers, '/r/link_subject_chapter', owner, { subjectId, chapterId: mine, chapterRank: 1 }),
        ),
      ];
      await Promise.all([
        servers.db.query(sql`select graphile_worker.add_job('account.erase', '{}')`),
        sleep(Math.random() * 15).then(() => Promise.all(requests())),
      ]);
      for (let tries = 0; ; tries += 1) {
        const rows = await servers.db.query(sql`select from users where id = ${leaverId}`);
        if (rows.length === 0) break;
        if (tries > 200) return check(false, 'a user was not erased within ten seconds');
        await sleep(50);
      }
    },
  },
];

await runTortureScript({ promise: '8, 23', name: 'races' }, async (context) => {
  const servers = await startTwoServers(context);
  for (const race of races) {
    const startedAt = performance.now();
    for (let round = 0; round < rounds; round += 1) await race.run(servers, context.check);
    const broken = await brokenInvariants(servers.db, ['a score follows its counts']);
    context.check(broken.length === 0, `after ${race.name}: ${broken.join('; ')}`);
    console.log(`${race.name}: ${Math.round((performance.now() - startedAt) / 1000)} s`);
  }
  context.check(sent.failed === 0, `${sent.failed} requests failed`);
  const [row] = await servers.db.query<{ deadlocks: number }>(
    sql`select deadlocks from pg_stat_database where datname = current_database()`,
  );
  return {
    races: races.length * rounds,
    requests: sent.requests,
    '5xx': sent.failed,
    'deadlocks retried': row?.deadlocks ?? 0,
  };
});
