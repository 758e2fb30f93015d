import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import sql from 'sql-template-tag';
import { hashToken } from '../server/src/lib/tokens.ts';
import { makeCard, makeChain, makeSubject, makeUser } from '../server/test/factories.ts';
import { brokenInvariants } from '../server/test/invariants.ts';
import { type Answer, type Asked, ask } from './support/client.ts';
import { makePeople, type Person } from './support/people.ts';
import { prove, type Stage } from './support/proof.ts';
import { startTwins, type Twins } from './support/twins.ts';

// Lets people do at the same moment, at two servers on one database, what must not happen at the same moment, and looks at what became
// of it. Usage: node torture/races.ts [--quick] [--rounds 30]

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, rounds: { type: 'string' } },
});
const rounds = Number(options.rounds ?? (options.quick ? 3 : 30));

interface Race {
  name: string;
  run(twins: Twins, check: Stage['check']): Promise<void>;
}

const asked = { requests: 0, failed: 0 };

/** Asks at one of the two servers, in turn. */
async function at(twins: Twins, path: string, how: Asked, which?: number): Promise<Answer> {
  asked.requests += 1;
  const api = twins.apis[(which ?? asked.requests) % 2] ?? '';
  const answer = await ask(api, path, { timeoutMs: 30_000, ...how });
  if (answer.status >= 500) {
    asked.failed += 1;
    console.log(`${how.method ?? 'GET'} ${path} was answered ${answer.status}: ${answer.text}`);
  }
  return answer;
}

const put = (twins: Twins, path: string, person: Person, body: object) =>
  at(twins, path, { method: 'PUT', token: person.token, body });
const remove = (twins: Twins, path: string, person: Person) =>
  at(twins, path, { method: 'DELETE', token: person.token });
const wins = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 200).length;
const pick = <T>(things: readonly T[]): T => {
  const thing = things[Math.floor(Math.random() * things.length)];
  if (thing === undefined) throw new Error('There is nothing to choose from.');
  return thing;
};
const times = <T>(count: number, work: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => work(i));

const races: Race[] = [
  {
    name: 'likes of one card',
    async run(twins, check) {
      const people = await makePeople(twins.db, 8);
      const postId = await makeCard(twins.db);
      const liked = new Map<Person, boolean>();
      await Promise.all(
        people.flatMap((person) =>
          times(4, async (index) => {
            // Each waits for no answer, so the last one asked need not be the last one done.
            await put(twins, '/r/post_like', person, { postId, liked: index % 2 === 0 });
          }),
        ),
      );
      for (const person of people) {
        liked.set(person, Math.random() < 0.5);
        await put(twins, '/r/post_like', person, { postId, liked: liked.get(person) });
      }
      const wanted = [...liked.values()].filter(Boolean).length;
      const [row] = await twins.db.query<{ like_count: number }>(
        sql`select like_count from cards where id = ${postId}`,
      );
      check(row?.like_count === wanted, `a card liked by ${wanted} counts ${row?.like_count}`);
    },
  },
  {
    name: 'requests that cross',
    async run(twins, check) {
      const [one, other] = (await makePeople(twins.db, 2)) as [Person, Person];
      const request = (from: Person, to: Person, which: number) =>
        at(
          twins,
          '/r/connreq',
          { method: 'POST', token: from.token, body: { receivingUserId: to.id } },
          which,
        );
      await Promise.all([request(one, other, 0), request(other, one, 1), request(one, other, 1)]);
      const [row] = await twins.db.query<{ connected: number; waiting: number }>(sql`
        select (select count(*)::int from connections where user_id in (${one.id}, ${other.id})) as connected,
          (select count(*)::int from connection_requests where sender_id in (${one.id}, ${other.id})) as waiting`);
      check(row?.connected === 2 && row.waiting === 0, `requests that cross left ${JSON.stringify(row)}`);
    },
  },
  {
    name: 'accepting against blocking and withdrawing',
    async run(twins, check) {
      const [one, other] = (await makePeople(twins.db, 2)) as [Person, Person];
      const sent = await at(twins, '/r/connreq', {
        method: 'POST',
        token: one.token,
        body: { receivingUserId: other.id },
      });
      const { connectionReqId } = JSON.parse(sent.text) as { connectionReqId: number };
      await Promise.all([
        put(twins, '/r/acceptconnreq', other, { connectionReqId }),
        put(twins, '/r/block', one, { userId: other.id, blocked: true }),
        remove(twins, `/r/connreq?connectionReqId=${connectionReqId}`, one),
      ]);
      const rows = await twins.db.query(
        sql`select from connections where user_id in (${one.id}, ${other.id})`,
      );
      check(rows.length === 0, 'people of whom one blocked the other are connected');
    },
  },
  {
    name: 'a link of a letter used by many at once',
    async run(twins, check) {
      const userId = await makeUser(twins.db, { password: 'quiet river' });
      const reset = `reset-${userId}-${'x'.repeat(20)}`;
      await twins.db.query(sql`
        insert into password_resets (user_id, token_hash, expires_at) values (${userId}, ${hashToken(reset)}, now() + interval '1 hour')`);
      const resets = await Promise.all(
        times(6, (index) =>
          at(twins, '/resetpassword', {
            method: 'PUT',
            body: { reqToken: reset, password: `river number ${index}` },
          }),
        ),
      );
      check(wins(resets) === 1, `one reset link was good for ${wins(resets)}`);
      const newcomer = await makeUser(twins.db, { verified: false });
      const registration = `reg-${newcomer}-${'x'.repeat(20)}`;
      await twins.db.query(sql`
        insert into registrations (user_id, first_name, last_name, token_hash, expires_at)
        values (${newcomer}, 'A', 'B', ${hashToken(registration)}, now() + interval '1 hour')`);
      const opened = await Promise.all(
        times(6, () => at(twins, '/ve', { method: 'POST', body: { regToken: registration } })),
      );
      check(wins(opened) === 1, `one verification link was good for ${wins(opened)}`);
    },
  },
  {
    name: 'one key at both servers',
    async run(twins, check) {
      const [person] = (await makePeople(twins.db, 1)) as [Person];
      const postId = await makeCard(twins.db);
      const answers = await Promise.all(
        times(6, () =>
          at(twins, '/r/comment', {
            method: 'POST',
            token: person.token,
            key: `race-${person.id}`,
            body: { postId, rawText: 'Once.' },
          }),
        ),
      );
      const texts = new Set(answers.map(({ text }) => text));
      const rows = await twins.db.query(sql`select from comments where owner_id = ${person.id}`);
      check(
        texts.size === 1 && rows.length === 1,
        `one key made ${rows.length} comments and ${texts.size} answers`,
      );
    },
  },
  {
    name: 'deleting against locking',
    async run(twins, check) {
      const [owner] = (await makePeople(twins.db, 1)) as [Person];
      const [admin] = (await makePeople(twins.db, 1, { role: 'kAdmin' })) as [Person];
      const postId = await makeCard(twins.db, { ownerId: owner.id });
      const [deleted, locked] = await Promise.all([
        remove(twins, `/r/post?postId=${postId}`, owner),
        put(twins, '/r/post_lock', admin, { postId, toLock: true }),
      ]);
      const rows = await twins.db.query<{ locked: boolean }>(
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
    async run(twins, check) {
      const [creator] = (await makePeople(twins.db, 1)) as [Person];
      const [admin] = (await makePeople(twins.db, 1, { role: 'kAdmin' })) as [Person];
      const post = (which: number) =>
        at(
          twins,
          '/r/chapter',
          { method: 'POST', token: creator.token, body: { title: 'Late', subjectId: -1 } },
          which,
        );
      const before = times(4, (index) => post(index));
      const changed = await put(twins, '/r/updateuserrole', admin, {
        userId: creator.id,
        userRole: 'kRegular',
      });
      check(changed.status === 200, `a role could not be changed: ${changed.status}`);
      // Asked after the change was answered, at either server.
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
    async run(twins, check) {
      const [person] = (await makePeople(twins.db, 1)) as [Person];
      const postId = await makeCard(twins.db);
      const before = times(3, () => put(twins, '/r/post_like', person, { postId, liked: true }));
      await at(twins, '/r/logout', { method: 'POST', token: person.token }, 0);
      const after = await Promise.all(
        times(4, (index) =>
          at(twins, index < 2 ? '/r/user' : `/r/post?postId=${postId}`, { token: person.token }, index),
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
    async run(twins) {
      const [owner] = (await makePeople(twins.db, 1, { role: 'kAdmin' })) as [Person];
      const cards = await Promise.all(times(3, () => makeCard(twins.db, { ownerId: owner.id })));
      const chains = await Promise.all(times(3, () => makeChain(twins.db, { ownerId: owner.id })));
      const subjects = await Promise.all(times(2, () => makeSubject(twins.db, { ownerId: owner.id })));
      const acts = [
        () =>
          put(twins, '/r/link_chapter_post', owner, {
            postId: pick(cards),
            chapterId: pick(chains),
            postRank: 1,
          }),
        () => put(twins, '/r/unlink_chapter_post', owner, { postId: pick(cards), chapterId: pick(chains) }),
        () =>
          put(twins, '/r/link_subject_chapter', owner, {
            subjectId: pick(subjects),
            chapterId: pick(chains),
            chapterRank: 1,
          }),
        () =>
          put(twins, '/r/unlink_subject_chapter', owner, {
            subjectId: pick(subjects),
            chapterId: pick(chains),
          }),
        () =>
          put(twins, '/r/link_user_chapter', owner, {
            userId: owner.id,
            chapterId: pick(chains),
            chapterRank: 1,
          }),
        () =>
          put(twins, '/r/link_user_subject', owner, {
            userId: owner.id,
            subjectId: pick(subjects),
            subjectRank: 1,
          }),
        () => put(twins, '/r/post_like', owner, { postId: pick(cards), liked: Math.random() < 0.5 }),
        () => put(twins, '/r/chapter_like', owner, { chapterId: pick(chains), liked: Math.random() < 0.5 }),
        () =>
          put(twins, '/r/subject_quality', owner, { subjectId: pick(subjects), quality: 'kQualityGreat' }),
      ];
      const ends = [
        () => remove(twins, `/r/post?postId=${cards[0]}`, owner),
        () => remove(twins, `/r/chapter?chapterId=${chains[0]}`, owner),
        () => remove(twins, `/r/subject?subjectId=${subjects[0]}`, owner),
      ];
      await Promise.all([...times(24, () => pick(acts)()), ...ends.map((end) => end())]);
    },
  },
  {
    name: 'erasing somebody whose things are in others’ lists',
    async run(twins, check) {
      const [owner] = (await makePeople(twins.db, 1)) as [Person];
      const leaver = await makeUser(twins.db, { role: 'kCreator' });
      const cards = await Promise.all(times(3, () => makeCard(twins.db, { ownerId: leaver })));
      const theirs = await Promise.all(
        times(3, () => makeChain(twins.db, { ownerId: leaver, cardIds: cards })),
      );
      const mine = await makeChain(twins.db, { ownerId: owner.id, cardIds: cards });
      const subjects = await Promise.all(
        times(4, () =>
          makeSubject(twins.db, { ownerId: owner.id, chainIds: [...theirs, mine].toReversed() }),
        ),
      );
      await makeSubject(twins.db, { ownerId: leaver, chainIds: [mine, ...theirs] });
      await twins.db.query(
        sql`update users set leaving_at = now() - interval '31 days' where id = ${leaver}`,
      );
      // Those whose locks the erasing has to wait for, while it holds what they want next.
      const acts = () => [
        ...subjects.map((subjectId) => remove(twins, `/r/subject?subjectId=${subjectId}`, owner)),
        ...cards.map((postId) => put(twins, '/r/unlink_chapter_post', owner, { postId, chapterId: mine })),
        ...subjects.map((subjectId) =>
          put(twins, '/r/link_subject_chapter', owner, { subjectId, chapterId: mine, chapterRank: 1 }),
        ),
      ];
      await Promise.all([
        twins.db.query(sql`select graphile_worker.add_job('account.erase', '{}')`),
        sleep(Math.random() * 15).then(() => Promise.all(acts())),
      ]);
      for (let tries = 0; ; tries += 1) {
        const rows = await twins.db.query(sql`select from users where id = ${leaver}`);
        if (rows.length === 0) break;
        if (tries > 200) return check(false, 'somebody was not erased within ten seconds');
        await sleep(50);
      }
    },
  },
];

await prove({ promise: '8, 23', name: 'races' }, async (stage) => {
  const twins = await startTwins(stage);
  for (const race of races) {
    const begun = performance.now();
    for (let round = 0; round < rounds; round += 1) await race.run(twins, stage.check);
    const broken = await brokenInvariants(twins.db, ['a score follows its counts']);
    stage.check(broken.length === 0, `after ${race.name}: ${broken.join('; ')}`);
    console.log(`${race.name}: ${Math.round((performance.now() - begun) / 1000)} s`);
  }
  stage.check(asked.failed === 0, `${asked.failed} requests failed`);
  const [row] = await twins.db.query<{ deadlocks: number }>(
    sql`select deadlocks from pg_stat_database where datname = current_database()`,
  );
  return {
    races: races.length * rounds,
    requests: asked.requests,
    '5xx': asked.failed,
    'circles met and undone': row?.deadlocks ?? 0,
  };
});
