import { type AnswerOf, calls } from '@gyan/contract/calls.ts';
import type { UserSuggestionModel } from '@gyan/contract/invitations.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { makeCard, makeConnection, makeUser } from '#test/factories.ts';
import { countStatements } from '#test/statements.ts';

let gyan: TestApp;
beforeAll(async () => {
  gyan = await startApp();
});
afterAll(() => gyan.close());

interface Person {
  userId: number;
  token: string;
}

async function suggestions(person: Person, page = ''): Promise<AnswerOf<'GET /r/usersuggestions'>> {
  const answer = await gyan.request(`/r/usersuggestions${page}`, { token: person.token });
  return calls['GET /r/usersuggestions'].answer.parse(answer.body);
}

async function emails(person: Person): Promise<string[]> {
  const answer = await gyan.request('/r/emailsuggestions', { token: person.token });
  const { emailSuggestionModelVec } = calls['GET /r/emailsuggestions'].answer.parse(answer.body);
  return emailSuggestionModelVec.map((suggestion) => suggestion.emailId);
}

const importContacts = (person: Person, data: unknown) =>
  gyan.request('/r/import_google_contacts', {
    method: 'POST',
    token: person.token,
    form: { google_contacts_data: typeof data === 'string' ? data : JSON.stringify(data) },
  });

const contact = (...addresses: string[]) => ({ emailAddresses: addresses.map((value) => ({ value })) });

async function makeTopic(name: string, ...people: number[]): Promise<void> {
  await gyan.db.query(sql`
    with topic as (insert into topics (name) values (${name}) returning id)
    insert into user_topics (user_id, topic_id, rank)
    select person, topic.id, topic.id from topic, unnest(${people}::bigint[]) as person`);
}

async function makeGreatCard(ownerId: number, topic?: string): Promise<void> {
  const cardId = await makeCard(gyan.db, { ownerId });
  await gyan.db.query(sql`update cards set great = true where id = ${cardId}`);
  await gyan.db.query(sql`
    insert into card_topics (topic_id, card_id) select id, ${cardId} from topics where name = ${topic}`);
}

const shown = ({ connectionModel, ...rest }: UserSuggestionModel) => ({
  userId: connectionModel.userId,
  ...rest,
});

describe('suggested people', () => {
  it('share connections, then are contacts, then share topics; each once, for the best reason', async () => {
    const me = await gyan.signedIn();
    const [ann, bob] = [
      await makeUser(gyan.db, { firstName: 'Ann', lastName: 'Able' }),
      await makeUser(gyan.db, { firstName: 'Bob', lastName: 'Best' }),
    ];
    const [twice, once, known, follower, fan] = [
      await makeUser(gyan.db, { email: 'twice@example.org' }),
      await makeUser(gyan.db),
      await makeUser(gyan.db, { email: 'Known@example.org' }),
      await makeUser(gyan.db),
      await makeUser(gyan.db),
    ] as const;
    for (const [one, other] of [
      [me.userId, ann],
      [me.userId, bob],
      [ann, twice],
      [bob, twice],
      [bob, once],
    ] as const) {
      await makeConnection(gyan.db, one, other);
    }
    await importContacts(me, [contact('known@example.org', 'twice@example.org')]);
    await gyan.db.query(sql`
      insert into contacts (owner_id, email) select ${known}, upper(email) from users where id = ${me.userId}`);
    await makeTopic('Stars', me.userId, known, fan, twice);
    await makeTopic('Tides', me.userId, fan, follower);

    const { userSuggestions } = await suggestions(me);
    expect(userSuggestions.map(shown)).toEqual([
      { userId: twice, reason: 'connections', sharedCount: 2, sharedNameVec: ['Ann Able', 'Bob Best'] },
      { userId: once, reason: 'connections', sharedCount: 1, sharedNameVec: ['Bob Best'] },
      { userId: known, reason: 'contacts' },
      { userId: fan, reason: 'topics', sharedCount: 2, sharedNameVec: ['Stars', 'Tides'] },
      { userId: follower, reason: 'topics', sharedCount: 1, sharedNameVec: ['Tides'] },
    ]);
    expect(userSuggestions[0]?.connectionModel).toMatchObject({ connected: false, sentConnRequest: false });

    const paged: number[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await suggestions(me, `?limit=1${cursor ? `&cursor=${cursor}` : ''}`);
      paged.push(...page.userSuggestions.map((item) => item.connectionModel.userId));
      cursor = page.nextCursor;
    } while (cursor);
    expect(paged).toEqual(userSuggestions.map((item) => item.connectionModel.userId));
    expect(await countStatements(() => suggestions(me))).toBe(2);
  });

  it('make great cards of my topics, also if I know nobody', async () => {
    const me = await gyan.signedIn();
    const [maker, other, follower, plain] = [
      await makeUser(gyan.db),
      await makeUser(gyan.db),
      await makeUser(gyan.db),
      await makeUser(gyan.db),
    ] as const;
    await makeTopic('Volcanoes', me.userId, follower);
    await makeTopic('Glaciers', me.userId);
    await makeTopic('Deserts');
    for (const topic of ['Volcanoes', 'Glaciers', 'Volcanoes']) await makeGreatCard(maker, topic);
    await makeGreatCard(other, 'Glaciers');
    await makeGreatCard(follower, 'Glaciers');
    await makeGreatCard(me.userId, 'Glaciers');
    await makeGreatCard(plain, 'Deserts');
    const answer = await suggestions(me);
    expect(answer.userSuggestions.map(shown)).toEqual([
      { userId: follower, reason: 'topics', sharedCount: 1, sharedNameVec: ['Volcanoes'] },
      { userId: maker, reason: 'cards', sharedCount: 3, sharedNameVec: ['Volcanoes', 'Glaciers'] },
      { userId: other, reason: 'cards', sharedCount: 1, sharedNameVec: ['Glaciers'] },
    ]);
    const first = await suggestions(me, '?limit=2');
    const second = await suggestions(me, `?limit=2&cursor=${first.nextCursor}`);
    expect(second.userSuggestions.map(shown).map(({ userId }) => userId)).toEqual([other]);
    expect(second.nextCursor ?? null).toBeNull();

    await gyan.request('/r/block', {
      method: 'PUT',
      token: me.token,
      body: { userId: maker, blocked: true },
    });
    await gyan.db.query(sql`delete from user_topics where user_id = ${me.userId}`);
    const withoutTopics = (await suggestions(me)).userSuggestions.map(shown);
    expect(withoutTopics.map(({ userId }) => userId).toSorted((a, b) => a - b)).toEqual([
      other,
      follower,
      plain,
    ]);
    expect(withoutTopics.every(({ reason, sharedNameVec }) => reason === 'cards' && !sharedNameVec)).toBe(
      true,
    );

    await gyan.db.query(sql`update cards set great = false`);
    expect((await suggestions(me)).userSuggestions).toEqual([]);
  });

  it('are never connected, asked, asking, blocked, leaving or unverified', async () => {
    const [me, friend] = [await gyan.signedIn(), await makeUser(gyan.db)];
    await makeConnection(gyan.db, me.userId, friend);
    const people = {
      friend: await gyan.signedIn(),
      receiver: await gyan.signedIn(),
      sender: await gyan.signedIn(),
      blocked: await gyan.signedIn(),
      blocking: await gyan.signedIn(),
      leaving: await gyan.signedIn(),
    };
    for (const { userId } of Object.values(people)) await makeConnection(gyan.db, friend, userId);
    await makeTopic('Rivers', me.userId, ...Object.values(people).map(({ userId }) => userId));
    expect((await suggestions(me)).userSuggestions).toHaveLength(6);

    await makeConnection(gyan.db, me.userId, people.friend.userId);
    const post = (from: Person, path: string, body: object, method = 'POST') =>
      gyan.request(path, { method, token: from.token, body });
    await post(me, '/r/connreq', { receivingUserId: people.receiver.userId });
    await post(people.sender, '/r/connreq', { receivingUserId: me.userId });
    await post(me, '/r/block', { userId: people.blocked.userId, blocked: true }, 'PUT');
    await post(people.blocking, '/r/block', { userId: me.userId, blocked: true }, 'PUT');
    await gyan.db.query(sql`update users set leaving_at = now() where id = ${people.leaving.userId}`);
    await makeUser(gyan.db, { email: 'unverified@example.org', verified: false });
    await importContacts(me, [contact('unverified@example.org')]);
    expect((await suggestions(me)).userSuggestions).toEqual([]);
    expect(await emails(me)).toEqual(['unverified@example.org']);
  });

  it('are not found by importing their address, unless they have mine too', async () => {
    const me = await gyan.signedIn({ email: 'curious@example.org' });
    const member = await gyan.signedIn({ email: 'private@example.org' });
    const blocker = await gyan.signedIn({ email: 'blocker@example.org' });
    await gyan.request('/r/block', {
      method: 'PUT',
      token: blocker.token,
      body: { userId: me.userId, blocked: true },
    });
    const addresses = ['private@example.org', 'blocker@example.org', 'nobody@example.org'];
    await importContacts(me, [contact(...addresses)]);
    expect((await suggestions(me)).userSuggestions).toEqual([]);
    expect(await emails(me)).toEqual(addresses);

    await importContacts(blocker, [contact('curious@example.org')]);
    await importContacts(member, [contact('Curious@example.org')]);
    expect((await suggestions(me)).userSuggestions.map(shown)).toEqual([
      { userId: member.userId, reason: 'contacts' },
    ]);
    expect(await emails(me)).toEqual(addresses);
  });
});

describe('contacts', () => {
  it('are kept as names and addresses, merged by address, whatever else the list holds', async () => {
    const me = await gyan.signedIn({ email: 'mine@example.org' });
    const answer = await importContacts(me, {
      connections: [
        {
          names: [{ displayName: 'Mira Rao', givenName: 'Mira', familyName: 'Rao' }],
          emailAddresses: [{ value: 'mira@example.org' }, { value: ' mira.rao@work.example ' }],
          phoneNumbers: [{ value: '+49 1234 567890' }],
        },
        { emailAddresses: [{ value: 'NAMELESS@example.org' }] },
        { names: [{ displayName: 'Only Shown' }], emailAddresses: [{ value: 'nameless@example.org' }] },
        { names: [{ givenName: 'No address' }] },
        {
          emailAddresses: [
            { value: 'not an address' },
            { value: 7 },
            null,
            'x',
            { value: 'a@b,c@d.example' },
          ],
        },
        { names: 'odd', emailAddresses: 'odd' },
        { names: [{ givenName: 'x'.repeat(500) }], emailAddresses: [{ value: 'long@example.org' }] },
        contact('mine@example.org'),
        null,
        'text',
      ],
    });
    expect(answer.body).toEqual({ imported: 4 });
    const rows = await gyan.db.query(sql`
      select email, first_name, last_name from contacts where owner_id = ${me.userId} order by id`);
    expect(rows).toEqual([
      { email: 'mira@example.org', first_name: 'Mira', last_name: 'Rao' },
      { email: 'mira.rao@work.example', first_name: 'Mira', last_name: 'Rao' },
      { email: 'NAMELESS@example.org', first_name: 'Only Shown', last_name: null },
      { email: 'long@example.org', first_name: 'x'.repeat(100), last_name: null },
    ]);
    await importContacts(me, [contact('MIRA@example.org'), contact('new@example.org')]);
    expect(await emails(me)).toEqual([
      'mira@example.org',
      'mira.rao@work.example',
      'NAMELESS@example.org',
      'long@example.org',
      'new@example.org',
    ]);
  });

  it('are suggested for an invitation until they are invited or connected, and forgotten when asked', async () => {
    const me = await gyan.signedIn();
    const friend = await makeUser(gyan.db, { email: 'Friend@example.org' });
    await makeConnection(gyan.db, me.userId, friend);
    await makeUser(gyan.db, { email: 'member@example.org' });
    await importContacts(me, [
      contact('friend@example.org', 'member@example.org', 'invited@example.org', 'open@example.org'),
    ]);
    await gyan.request('/r/invite', {
      method: 'POST',
      token: me.token,
      body: { emailId: 'Invited@example.org' },
    });
    expect(await emails(me)).toEqual(['member@example.org', 'open@example.org']);
    expect((await gyan.request('/r/contacts', { method: 'DELETE', token: me.token })).body).toEqual({});
    expect(await emails(me)).toEqual([]);
    expect((await suggestions(me)).userSuggestions).toEqual([]);
  });

  it('must be JSON, and not too much of it', async () => {
    const me = await gyan.signedIn();
    for (const data of ['{', '"text"', '7', ' ']) {
      expect((await importContacts(me, data)).status).toBe(400);
    }
    expect((await importContacts(me, '{}')).body).toEqual({ imported: 0 });
    expect((await importContacts(me, [contact('x'.repeat(2 * 1024 * 1024))])).status).toBe(413);
    expect((await importContacts(me, '['.repeat(100_000) + ']'.repeat(100_000))).body).toEqual({
      imported: 0,
    });
    const crowd = Array.from({ length: 10_001 }, (_, n) => `guest-${n}@crowd.example`);
    expect((await importContacts(me, [contact(...crowd)])).body).toEqual({ imported: 10_000 });
    expect((await emails(me))[0]).toBe('guest-1@crowd.example');
  });
});
