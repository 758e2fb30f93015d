import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tell } from '#domains/notices/tell.ts';
import { startApp, type TestApp } from '#test/app.ts';
import { makeCard, makePicture, storePhoto } from '#test/factories.ts';
import { settleJobs } from '#test/jobs.ts';
import { acted, reasons } from '#test/moderation.ts';
import { noticeCalls, type Person } from '#test/notices.ts';
import { insertMany } from '#test/searching.ts';
import { startSmtp, type TestSmtp } from '#test/smtp.ts';
import { queueDigests } from './actions.ts';

const publicUrl = 'https://gyan.example';

let gyan: TestApp;
let smtp: TestSmtp;
let notices: ReturnType<typeof noticeCalls>;

beforeAll(async () => {
  smtp = await startSmtp();
  gyan = await startApp({ smtpUrl: smtp.url, publicUrl });
  notices = noticeCalls(gyan);
});
afterAll(async () => {
  await gyan.close();
  await smtp.stop();
});

const tick = (now: Date) => queueDigests(gyan.deps, new AbortController().signal, now);
const digestsOf = async ({ userId }: Person) =>
  (
    await gyan.db.query<{ day: string }>(sql`
      select day::text from digests where user_id = ${userId} order by day`)
  ).map(({ day }) => day);

describe('under a moved clock', () => {
  const zones = ['Asia/Kolkata', 'Europe/Berlin', 'America/New_York'];
  const minutes = 60_000;

  const member = async (zone: string, digest: string) => {
    const person = await gyan.signedIn();
    await notices.put('/r/learning_settings', person, { zone });
    await notices.put('/r/notice_settings', person, { digest });
    return { ...person, zone, digest };
  };
  const localTime = (at: Date, zone: string) =>
    at.toLocaleString('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });

  it('comes once per period at seven, also where the clocks change, with two processes at work', {
    timeout: 60_000,
  }, async () => {
    const people: Awaited<ReturnType<typeof member>>[] = [];
    for (const zone of zones) {
      for (const digest of ['daily', 'weekly', 'never']) people.push(await member(zone, digest));
    }
    // The clocks go back in Berlin on 25 October and in New York on 1 November.
    const end = Date.parse('2026-11-03T12:30:00Z');
    const came = new Map(people.map(({ userId }) => [userId, [] as string[]]));
    let lastId = 0;
    for (let at = Date.parse('2026-10-24T12:00:00Z'); at < end; at += 30 * minutes) {
      const now = new Date(at);
      // Something new every time, so that a second digest of a period would have something to tell.
      await gyan.db.transaction(async (tx) => {
        for (const { userId } of people) {
          const object = { kind: 'user', id: userId } as const;
          await tell(tx, [userId], {
            kind: 'creator_access',
            object,
            ownerId: userId,
            actorId: null,
            at: now,
          });
        }
      });
      await Promise.all([tick(now), tick(now)]);
      const made = await gyan.db.query<{ id: number; user_id: number }>(sql`
        select id, user_id from digests where id > ${lastId} order by id`);
      for (const { id, user_id: userId } of made) {
        const zone = people.find((person) => person.userId === userId)?.zone ?? '';
        came.get(userId)?.push(localTime(now, zone));
        lastId = id;
      }
    }
    const days = (first: string, count: number) =>
      Array.from({ length: count }, (_, index) => {
        const day = new Date(Date.parse(`${first}T07:00:00Z`) + index * 24 * 60 * minutes);
        return day.toISOString().slice(0, 16).replace('T', ' ');
      });
    for (const { userId, zone, digest } of people) {
      const times = came.get(userId) ?? [];
      // The first tick finds the period that had begun before; it is not seven then.
      const atSeven = times.filter((time) => !time.startsWith('2026-10-24'));
      const expected = {
        daily: days('2026-10-25', 10),
        weekly: ['2026-10-26 07:00', '2026-11-02 07:00'],
        never: [],
      };
      expect([zone, digest, atSeven]).toEqual([zone, digest, expected[digest as 'daily']]);
      expect(times.length - atSeven.length).toBe(digest === 'daily' ? 1 : 0);
    }
    await gyan.db.query(sql`delete from mail_outbox`);
  });

  it('comes once after a pause, however long it was', async () => {
    const person = await member('Pacific/Auckland', 'weekly');
    const object = { kind: 'user', id: person.userId } as const;
    const say = (at: Date) =>
      gyan.db.transaction((tx) =>
        tell(tx, [person.userId], {
          kind: 'creator_access',
          object,
          ownerId: person.userId,
          actorId: null,
          at,
        }),
      );
    for (const time of ['2027-01-05T00:00:00Z', '2027-01-26T00:00:00Z', '2027-01-26T00:15:00Z']) {
      await say(new Date(time));
      await tick(new Date(time));
    }
    expect(await digestsOf(person)).toEqual(['2027-01-25']);
    await gyan.db.query(sql`delete from mail_outbox`);
  });
});

describe('a digest', () => {
  let olu: Person & { email: string };
  let meera: Person;
  let kofi: Person;
  let card: number;
  let week = 0;

  beforeEach(async () => {
    smtp.emails = [];
    await gyan.db.query(sql`update notices set seen_at = now() where seen_at is null`);
    const email = `olu-${week}@example.org`;
    olu = { ...(await gyan.signedIn({ email, firstName: 'Olu', role: 'kCreator' })), email };
    meera = await gyan.signedIn({ firstName: 'Meera', lastName: 'Rao' });
    kofi = await gyan.signedIn({ firstName: 'Kofi', lastName: 'Mensah' });
    card = await makeCard(gyan.db, { ownerId: olu.userId, title: 'Orion' });
  });

  /** Monday, at seven, of the next week; each test has weeks of its own. */
  async function monday() {
    week += 1;
    await tick(new Date(Date.parse('2028-01-03T07:00:00Z') + week * 7 * 24 * 3600 * 1000));
  }
  const sent = async () => {
    await settleJobs(gyan.deps);
    return smtp.emails;
  };

  it('tells what is unread, with pictures, links and why it came, as HTML and text', async () => {
    const photo = await storePhoto(gyan.deps, await makePicture('#123456'));
    await gyan.db.query(sql`update cards set photo_id = ${photo.id} where id = ${card}`);
    await notices.like(meera, card);
    await notices.like(kofi, card);
    const { id } = await notices.comment(meera, card, 'Well said.');
    await monday();
    const [email, ...more] = await sent();
    expect(more).toEqual([]);
    expect(email?.to).toMatchObject({ text: olu.email });
    expect(email?.subject).toBe('2 notices wait for you on Gyan');
    const { noticeModelVec } = await notices.list(olu);
    expect(noticeModelVec.map(({ text }) => text)).toEqual([
      'Meera commented on “Orion”',
      'Kofi and Meera liked “Orion”',
    ]);
    for (const { text, href } of noticeModelVec) {
      expect(email?.text).toContain(`* ${text}\n  ${publicUrl}${href}\n`);
      expect(email?.html).toContain(`href="${publicUrl}${href}"`);
      expect(email?.html).toContain(text);
    }
    expect(email?.text).toContain(`#comment-${id}`);
    expect(email?.html).toContain(`<img src="${publicUrl}/media/${photo.key}/sm.webp"`);
    expect(email?.html).toContain('prefers-color-scheme: dark');
    expect(email?.text).toContain('because you have not read these notices');
    expect(email?.text).toMatch(
      /Stop e-mails about likes:\nhttps:\/\/gyan\.example\/unsubscribe\?t=[\w-]+\n/,
    );
    expect(email?.headers.get('list')).toMatchObject({
      unsubscribe: {
        url: expect.stringMatching(/^https:\/\/gyan\.example\/unsubscribe\?t=\d+-digest-/) as string,
      },
      'unsubscribe-post': { name: 'List-Unsubscribe=One-Click' },
    });
  });

  it('tells nothing twice, and nothing that was read on the site', async () => {
    await notices.like(meera, card);
    await monday();
    expect(await sent()).toHaveLength(1);
    await monday();
    expect(await sent()).toHaveLength(1);
    await notices.like(kofi, card);
    await monday();
    expect((await sent())[1]?.text).toContain('Kofi and Meera liked “Orion”');
    await notices.comment(kofi, card);
    await notices.seeAll(olu);
    await monday();
    expect(await sent()).toHaveLength(2);
  });

  it('has kinds that the person wants by e-mail', async () => {
    await notices.put('/r/notice_settings', olu, { kinds: { like: { mail: false } } });
    await notices.like(meera, card);
    await monday();
    expect(await sent()).toEqual([]);
    await notices.comment(meera, card);
    await monday();
    expect((await sent()).map(({ subject }) => subject)).toEqual(['One notice waits for you on Gyan']);
  });

  it('has no kinds that the person has switched off since, but always what admins decided', async () => {
    await notices.comment(meera, card);
    const about = { kind: 'user', id: olu.userId } as const;
    await gyan.db.transaction((tx) =>
      tell(tx, [olu.userId], { kind: 'moderation', object: about, ownerId: olu.userId, actorId: null }),
    );
    await notices.put('/r/notice_settings', olu, {
      kinds: { comment: { app: false }, moderation: { app: false } },
    });
    await monday();
    expect((await sent()).map(({ subject }) => subject)).toEqual(['One notice waits for you on Gyan']);
  });

  it('has one line for a thousand likes, and names twelve of many notices', async () => {
    const likes = sql`
      with likers as (
        insert into users (email, first_name, last_name, email_verified_at)
        select 'liker-' || ${card}::text || '-' || n || '@example.org', 'Liker', n::text, now()
        from generate_series(1, 1000) as n
        returning id
      )
      select set_card_like(${card}, id, true) from likers`;
    await insertMany(gyan.db, likes);
    await monday();
    const [first] = await sent();
    expect(first?.text?.match(/^\* .*$/gm)).toEqual(['* Liker, Liker and 998 others liked “Orion”']);
    for (let n = 0; n < 14; n += 1) {
      await notices.like(meera, await makeCard(gyan.db, { ownerId: olu.userId, title: `Star ${n}` }));
    }
    await monday();
    const [, second] = await sent();
    expect(second?.subject).toBe('14 notices wait for you on Gyan');
    expect(second?.text?.match(/^\* .*$/gm)).toHaveLength(12);
    expect(second?.text).toContain('See all 14:');
    await monday();
    expect(await sent()).toHaveLength(2);
  });

  it('leaves out what was blocked, muted, read, taken back or hidden after it was queued', async () => {
    const [ana, lin] = [await gyan.signedIn({ firstName: 'Ana' }), await gyan.signedIn({ firstName: 'Lin' })];
    const [read, deleted] = [
      await makeCard(gyan.db, { ownerId: olu.userId, title: 'Read' }),
      await makeCard(gyan.db, { ownerId: olu.userId, title: 'Deleted' }),
    ];
    for (const one of [read, deleted]) await notices.like(lin, one);
    for (const one of [meera, kofi, ana, lin]) await notices.like(one, card);
    await notices.comment(lin, card);
    await monday();
    await notices.mute(olu, meera);
    await notices.block(kofi, olu);
    await notices.like(ana, card, false);
    await gyan.request(`/r/post?postId=${deleted}`, { method: 'DELETE', token: olu.token });
    const seen = (await notices.list(olu)).noticeModelVec.find(({ object }) => object.id === read);
    await notices.put('/r/notices_seen', olu, { noticeId: seen?.noticeId });
    const [email] = await sent();
    expect(email?.text?.match(/^\* .*$/gm)).toEqual(['* Lin commented on “Orion”', '* Lin liked “Orion”']);
    expect(email?.subject).toBe('2 notices wait for you on Gyan');
    expect(email?.html).not.toMatch(/Meera|Kofi|Ana|“Read”|Deleted/);
  });

  it.each<[string, (meera: Person, card: number) => Promise<unknown>]>([
    ['everything was read', () => notices.seeAll(olu)],
    ['its only actor is blocked', () => notices.block(olu, meera)],
    ['its only actor leaves', () => gyan.request('/r/account', { method: 'DELETE', token: meera.token })],
    ['digests are switched off', () => notices.put('/r/notice_settings', olu, { digest: 'never' })],
    [
      'its kind is switched off',
      () => notices.put('/r/notice_settings', olu, { kinds: { like: { mail: false } } }),
    ],
  ])('that is queued is not sent when %s', async (_name, change) => {
    await notices.like(meera, card);
    await monday();
    await change(meera, card);
    const emails = await sent();
    expect(emails.filter(({ subject }) => subject?.includes('wait'))).toEqual([]);
    expect(
      await gyan.db.query(sql`select from mail_outbox where kind = 'digest' and state = 'waiting'`),
    ).toEqual([]);
  });

  it('that is queued names nothing that an admin has hidden since', async () => {
    const admin = await gyan.signedIn({ role: 'kAdmin' });
    const [gone, kept] = [
      await makeCard(gyan.db, { ownerId: meera.userId, title: 'Buy my lamps' }),
      await makeCard(gyan.db, { ownerId: meera.userId, title: 'Leaves' }),
    ];
    for (const one of [gone, kept]) await notices.comment(kofi, one, `Look, @[${olu.userId}]`);
    await monday();
    await acted(gyan, admin, { kind: 'post', id: gone, act: 'hide', ...reasons });
    const email = (await sent()).find(({ to }) => JSON.stringify(to).includes(olu.email));
    expect(email?.text).toContain('Leaves');
    expect(`${email?.subject} ${email?.text} ${email?.html}`).not.toContain('Buy my lamps');
  });

  it('carries no link smuggled in as a name', async () => {
    const spammer = await gyan.signedIn({ firstName: 'Win at evil.example', lastName: 'Now' });
    await notices.like(spammer, card);
    await monday();
    const [email] = await sent();
    expect(email?.text).toContain('* Somebody liked “Orion”');
    expect(`${email?.subject}${email?.text}${email?.html}`).not.toContain('evil');
  });
});
