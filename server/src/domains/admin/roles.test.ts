import type { AnswerOf } from '@gyan/contract/calls.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { makeCard, makeUser } from '#test/factories.ts';

let gyan: TestApp;
let admin: { userId: number; token: string };
beforeAll(async () => {
  gyan = await startApp();
  admin = await gyan.signedIn({ firstName: 'Adele', role: 'kAdmin' });
});
afterAll(() => gyan.close());

const setRole = (token: string, userId: number, userRole: string) =>
  gyan.request('/r/updateuserrole', { method: 'PUT', token, body: { userId, userRole } });
const auditOf = (userId: number) =>
  gyan.db.query(sql`
    select actor_id, act, target_kind, detail from audit where target_id = ${userId} order by id`);
const emailsTo = (userId: number) =>
  gyan.db.query<{ kind: string; subject: string }>(sql`
    select kind, subject from mail_outbox join users on users.email = recipient where users.id = ${userId}
    order by mail_outbox.id`);

describe('an admin who gives a role', () => {
  it('changes what the person may do on their very next request', async () => {
    const { userId, token } = await gyan.signedIn();
    const mine = async () => {
      const { userModel }: AnswerOf<'GET /r/user'> = (await gyan.request('/r/user', { token })).body;
      return userModel.userRole;
    };
    for (const role of ['kCreator', 'kAdmin', 'kRegular'] as const) {
      const answer = await setRole(admin.token, userId, role);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.body).toMatchObject({ userModel: { userId, userRole: role, can: { setRole: true } } });
      expect(await mine()).toBe(role);
      expect((await gyan.request('/r/getusers?role=kAdmin', { token })).status).toBe(
        role === 'kAdmin' ? 200 : 403,
      );
    }
  });

  it('leaves a row in the audit and an e-mail, and no address in the answer', async () => {
    const { userId } = await gyan.signedIn({ email: 'made-creator@example.org' });
    const answer = await setRole(admin.token, userId, 'kCreator');
    expect(answer.text).not.toContain('made-creator@example.org');
    expect(await auditOf(userId)).toEqual([
      {
        actor_id: admin.userId,
        act: 'role.set',
        target_kind: 'user',
        detail: { was: 'kRegular', role: 'kCreator' },
      },
    ]);
    expect(await emailsTo(userId)).toEqual([
      { kind: 'role-changed', subject: 'You are now a creator on Gyan' },
    ]);
  });

  it('writes nothing down when the person has that role already', async () => {
    const { userId } = await gyan.signedIn({ role: 'kCreator' });
    expect((await setRole(admin.token, userId, 'kCreator')).status).toBe(200);
    expect(await auditOf(userId)).toEqual([]);
    expect(await emailsTo(userId)).toEqual([]);
  });

  it('writes one row for one change, also when two admins press at once', async () => {
    const { userId } = await gyan.signedIn();
    const other = await gyan.signedIn({ role: 'kSuperAdmin' });
    await Promise.all(
      Array.from({ length: 6 }, (_, i) => setRole(i % 2 ? admin.token : other.token, userId, 'kCreator')),
    );
    expect(await auditOf(userId)).toHaveLength(1);
    expect(await emailsTo(userId)).toHaveLength(1);
  });

  it('cannot change their own, nor a super admin’s, nor make one', async () => {
    const superAdmin = await gyan.signedIn({ role: 'kSuperAdmin' });
    for (const role of ['kRegular', 'kCreator', 'kAdmin']) {
      expect((await setRole(admin.token, admin.userId, role)).body).toMatchObject({ code: 'forbidden' });
      expect((await setRole(admin.token, superAdmin.userId, role)).body).toMatchObject({ code: 'forbidden' });
      expect((await setRole(superAdmin.token, superAdmin.userId, role)).body).toMatchObject({
        code: 'forbidden',
      });
    }
    const regular = await makeUser(gyan.db);
    for (const { token } of [admin, superAdmin]) {
      expect((await setRole(token, regular, 'kSuperAdmin')).body).toMatchObject({
        status: 400,
        fields: [{ field: 'userRole' }],
      });
    }
    expect(await auditOf(superAdmin.userId)).toEqual([]);
  });

  it('meets 404 for nobody and for somebody who is leaving', async () => {
    const deletedUser = await makeUser(gyan.db);
    await gyan.db.query(sql`update users set leaving_at = now() where id = ${deletedUser}`);
    for (const userId of [deletedUser, 999_999_999]) {
      expect((await setRole(admin.token, userId, 'kCreator')).body).toMatchObject({ code: 'not_found' });
    }
  });

  it('is refused before anything else when they are none', async () => {
    const target = await makeUser(gyan.db);
    for (const role of ['kRegular', 'kCreator'] as const) {
      const { token } = await gyan.signedIn({ role });
      expect((await setRole(token, target, 'kCreator')).body).toMatchObject({ code: 'forbidden' });
    }
    expect(await auditOf(target)).toEqual([]);
  });
});

describe('the lists of roles', () => {
  const list = async (role: string, more = '') => {
    const answer = await gyan.request(`/r/getusers?role=${role}${more}`, { token: admin.token });
    expect(answer.status, answer.text).toBe(200);
    return answer.body as AnswerOf<'GET /r/getusers'>;
  };

  it('hold admins with super admins, and creators, each with what may be done to them', async () => {
    const creator = await makeUser(gyan.db, { role: 'kCreator' });
    const superAdmin = await makeUser(gyan.db, { role: 'kSuperAdmin' });
    const admins = (await list('kAdmin')).userModelVec;
    expect(new Set(admins.map((person) => person.userRole))).toEqual(new Set(['kAdmin', 'kSuperAdmin']));
    expect(admins.find((person) => person.userId === superAdmin)?.can).toEqual({
      edit: false,
      setRole: false,
    });
    expect(admins.find((person) => person.userId === admin.userId)?.can).toEqual({
      edit: true,
      setRole: false,
    });
    const creators = (await list('kCreator')).userModelVec;
    expect(new Set(creators.map((person) => person.userRole))).toEqual(new Set(['kCreator']));
    expect(creators.find((person) => person.userId === creator)?.can).toEqual({ edit: false, setRole: true });
  });

  it('come in pages, and without whoever is leaving', async () => {
    const ids = [];
    for (let i = 0; i < 5; i += 1) ids.push(await makeUser(gyan.db, { role: 'kCreator' }));
    await gyan.db.query(sql`update users set leaving_at = now() where id = ${ids[2]}`);
    const received: number[] = [];
    let cursor = '';
    do {
      const page = await list('kCreator', `&limit=2${cursor && `&cursor=${cursor}`}`);
      received.push(...page.userModelVec.map((person) => person.userId));
      cursor = page.nextCursor ?? '';
    } while (cursor);
    expect(new Set(received).size).toBe(received.length);
    expect(received).toEqual((await list('kCreator')).userModelVec.map((person) => person.userId));
    for (const id of ids) expect(received.includes(id)).toBe(id !== ids[2]);
  });
});

describe('the audit', () => {
  it('is shown newest first, with who did what to whom', async () => {
    const { userId } = await gyan.signedIn();
    await setRole(admin.token, userId, 'kCreator');
    await setRole(admin.token, userId, 'kRegular');
    const page: AnswerOf<'GET /r/audit'> = (await gyan.request('/r/audit?limit=2', { token: admin.token }))
      .body;
    expect(page.auditModelVec).toMatchObject([
      {
        action: 'role.set',
        targetKind: 'user',
        targetId: userId,
        detail: 'was: kCreator, role: kRegular',
        actorModel: { userId: admin.userId, firstName: 'Adele' },
      },
      { detail: 'was: kRegular, role: kCreator' },
    ]);
    const next: AnswerOf<'GET /r/audit'> = (
      await gyan.request(`/r/audit?limit=2&cursor=${page.nextCursor ?? ''}`, { token: admin.token })
    ).body;
    const ids = [...page.auditModelVec, ...next.auditModelVec].map((entry) => entry.id);
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => b - a));
  });

  it('names what an admin acted on, as long as it is there', async () => {
    const owner = await gyan.signedIn({ role: 'kCreator', firstName: 'Meera', lastName: 'Nair' });
    const card = await makeCard(gyan.db, { title: 'Tides', ownerId: owner.userId });
    await gyan.request('/r/post_lock', {
      method: 'PUT',
      token: admin.token,
      body: { postId: card, toLock: true },
    });
    await setRole(admin.token, owner.userId, 'kRegular');
    const names = async () => {
      const { auditModelVec }: AnswerOf<'GET /r/audit'> = (
        await gyan.request('/r/audit?limit=2', { token: admin.token })
      ).body;
      return auditModelVec.map(({ targetName }) => targetName);
    };
    expect(await names()).toEqual(['Meera Nair', 'Tides']);
    await gyan.db.query(sql`update users set leaving_at = now() where id = ${owner.userId}`);
    await gyan.db.query(sql`delete from cards where id = ${card}`);
    expect(await names()).toEqual([undefined, undefined]);
  });

  it('cannot be changed or emptied, only made to forget', async () => {
    const { userId } = await gyan.signedIn();
    await setRole(admin.token, userId, 'kCreator');
    for (const tampering of [
      sql`delete from audit where target_id = ${userId}`,
      sql`update audit set actor_id = ${userId} where target_id = ${userId}`,
      sql`update audit set act = 'nothing' where target_id = ${userId}`,
      sql`update audit set detail = '{"role": "kRegular"}' where target_id = ${userId}`,
      sql`truncate audit`,
    ]) {
      await expect(gyan.db.query(tampering)).rejects.toThrow('the audit keeps what was written');
    }
    expect(await auditOf(userId)).toHaveLength(1);
  });
});
