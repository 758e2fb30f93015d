import type { AnswerOf } from '@gyan/contract/calls.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { makeUser } from '#test/factories.ts';

describe('looking for people', () => {
  let gyan: TestApp;
  let token: string;
  let adminToken: string;

  beforeAll(async () => {
    gyan = await startApp();
    ({ token } = await gyan.signedIn({ firstName: 'Looking', lastName: 'Around' }));
    ({ token: adminToken } = await gyan.signedIn({
      firstName: 'Adele',
      lastName: 'Minister',
      role: 'kAdmin',
    }));
    for (const name of [
      'Asha Verma',
      'Ashalata Rao',
      'Natasha Kaur',
      'Usha Iyer',
      'José Álvarez',
      'Jose Marti',
      'John Mathew',
      'Krishnamoorthy Subramanian',
      'Anne-Marie O’Neil',
      'अनुराधा शर्मा',
      'मीरा राव',
      'Дмитрий Орлов',
      'Percent 100%_sure',
    ]) {
      const [firstName = '', ...rest] = name.split(' ');
      await makeUser(gyan.db, { firstName, lastName: rest.join(' '), email: `${randomPart()}@mail.example` });
    }
    await makeUser(gyan.db, { firstName: 'Zarina', lastName: 'Khan', email: 'zarina.hidden@mail.example' });
    await makeUser(gyan.db, { firstName: 'Unverified', lastName: 'Person', verified: false });
    const deletedUser = await makeUser(gyan.db, { firstName: 'Leaving', lastName: 'Soon' });
    await gyan.db.query(sql`update users set leaving_at = now() where id = ${deletedUser}`);
  });
  afterAll(() => gyan.close());

  let parts = 0;
  const randomPart = () => {
    parts += 1;
    return `q${parts}`;
  };

  const find = async (q: string, as = token): Promise<string[]> => {
    const answer = await gyan.request(`/r/searchusers?${new URLSearchParams({ q }).toString()}`, {
      token: as,
    });
    expect(answer.status, answer.text).toBe(200);
    const { userModelVec }: AnswerOf<'GET /r/searchusers'> = answer.body;
    return userModelVec.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
  };

  it('finds whole words before beginnings, and both before what only looks alike', async () => {
    const found = await find('asha');
    expect(found.slice(0, 2)).toEqual(['Asha Verma', 'Ashalata Rao']);
    expect(found.indexOf('Usha Iyer')).toBeGreaterThan(1);
  });

  it('finds the whole name first', async () => {
    expect((await find('jose marti'))[0]).toBe('Jose Marti');
    expect((await find('José Álvarez'))[0]).toBe('José Álvarez');
  });

  it.each([
    ['as', 'Asha Verma'],
    ['ver', 'Asha Verma'],
    ['verma ash', 'Asha Verma'],
    ['mari', 'Anne-Marie O’Neil'],
    ['jose alv', 'José Álvarez'],
    ['अनु', 'अनुराधा शर्मा'],
    ['शर्', 'अनुराधा शर्मा'],
    ['дми', 'Дмитрий Орлов'],
  ])('finds %s as the beginning of a word: %s', async (q, name) => {
    expect(await find(q)).toContain(name);
  });

  it.each([
    ['ahsa', 'Asha Verma', 'two letters swapped'],
    ['jhon', 'John Mathew', 'two letters swapped'],
    ['jon', 'John Mathew', 'a letter missing'],
    ['ashha', 'Asha Verma', 'a letter too many'],
    ['verna', 'Asha Verma', 'a wrong letter'],
    ['asah verna', 'Asha Verma', 'a slip in either word'],
    ['krishnamurty', 'Krishnamoorthy Subramanian', 'another spelling of a long name'],
    ['अनूराधा', 'अनुराधा शर्मा', 'a wrong vowel sign'],
    ['मिरा', 'मीरा राव', 'a short vowel for a long one'],
    ['Дмитрй', 'Дмитрий Орлов', 'a letter missing in Cyrillic'],
  ])('forgives a slip: %s is %s, %s', async (q, name) => {
    expect(await find(q)).toContain(name);
  });

  it('does not mind accents and case, composed or not', async () => {
    for (const q of ['jose', 'JOSÉ', 'josé'.normalize('NFD'), 'alvarez', 'ÁLVAREZ']) {
      expect(await find(q), q).toContain('José Álvarez');
    }
  });

  it('takes wildcards and other signs for what they are', async () => {
    for (const q of ['%', '_', '%%', '\\', "'", '"', '& | !', ':*', '~', '( ) <->']) {
      expect(await find(q), q).toEqual([]);
    }
    expect(await find('%rma')).not.toContain('Asha Verma');
    expect(await find('100%_sure')).toEqual(['Percent 100%_sure']);
    expect(await find("'asha' & !verma:*")).toContain('Asha Verma');
  });

  it('refuses to look for nothing', async () => {
    for (const path of ['/r/searchusers', '/r/searchusers?q=', '/r/searchusers?q=%20%E2%80%8B']) {
      expect((await gyan.request(path, { token })).body).toMatchObject({ code: 'invalid_input' });
    }
  });

  it('never finds anybody by their address', async () => {
    for (const q of ['zarina.hidden@mail.example', 'hidden', 'mail.example', 'zarina.hidden']) {
      expect(await find(q), q).toEqual([]);
    }
    expect(await find('zarina')).toEqual(['Zarina Khan']);
  });

  it('finds somebody by their whole address for admins, and by no part of it', async () => {
    expect(await find('Zarina.Hidden@mail.example', adminToken)).toEqual(['Zarina Khan']);
    expect(await find('hidden@mail.example', adminToken)).toEqual([]);
  });

  it('leaves out whoever is leaving, and the unverified but for admins', async () => {
    expect(await find('unverified')).toEqual([]);
    expect(await find('unverified', adminToken)).toEqual(['Unverified Person']);
    expect(await find('leaving')).toEqual([]);
    expect(await find('leaving', adminToken)).toEqual([]);
  });

  it('leaves out the one who is looking, and says nothing of addresses and roles', async () => {
    expect(await find('looking')).toEqual([]);
    const answer = await gyan.request('/r/searchusers?q=a', { token });
    expect(answer.text).not.toMatch(/emailId|userRole|@|"can"|password/);
    const admin = await gyan.request('/r/searchusers?q=zarina', { token: adminToken });
    expect(admin.body).toMatchObject({
      userModelVec: [{ userRole: 'kRegular', can: { edit: false, setRole: true } }],
    });
    expect(admin.text).not.toContain('@');
  });

  it('comes in pages that neither repeat nor skip anybody, while others join', async () => {
    for (let i = 0; i < 12; i += 1) {
      await makeUser(gyan.db, { firstName: i % 3 ? 'Page' : 'Paged', lastName: i % 2 ? 'Turner' : 'Reader' });
    }
    const whole: AnswerOf<'GET /r/searchusers'> = (await gyan.request('/r/searchusers?q=page', { token }))
      .body;
    const ids: number[] = [];
    let cursor = '';
    do {
      const answer = await gyan.request(`/r/searchusers?q=page&limit=5${cursor && `&cursor=${cursor}`}`, {
        token,
      });
      const page: AnswerOf<'GET /r/searchusers'> = answer.body;
      ids.push(...page.userModelVec.map((person) => person.userId));
      cursor = page.nextCursor ?? '';
      await makeUser(gyan.db, { firstName: 'Page', lastName: 'Turner' });
    } while (cursor && ids.length < 50);
    expect(ids.slice(0, 8)).toEqual(whole.userModelVec.slice(0, 8).map((person) => person.userId));
    expect(new Set(ids).size).toBe(ids.length);
    for (const { userId } of whole.userModelVec) expect(ids).toContain(userId);
  });

  it.each(['x', '1', '1,2', '1e9,2,3', '1,1e999,3', '1,2,99999999999999999999', '1,2,3,4'])(
    'refuses a cursor that no list gave out: %s',
    async (text) => {
      const cursor = Buffer.from(text).toString('base64url');
      const answer = await gyan.request(`/r/searchusers?q=a&cursor=${cursor}`, { token });
      expect(answer.body).toMatchObject({ status: 400, code: 'invalid_cursor' });
    },
  );
});
