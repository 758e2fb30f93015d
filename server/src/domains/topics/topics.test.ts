import { type AnswerOf, calls } from '@gyan/contract/calls.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { makePicture } from '#test/factories.ts';
import { brokenInvariants } from '#test/invariants.ts';
import { settleJobs } from '#test/jobs.ts';
import { countStatements } from '#test/statements.ts';

type Person = { userId: number; token: string };

let gyan: TestApp;
let admin: Person;
let member: Person;
let picture: string;
beforeAll(async () => {
  gyan = await startApp();
  admin = await gyan.signedIn({ role: 'kAdmin' });
  member = await gyan.signedIn();
  picture = (await makePicture('#334455')).toString('base64');
});
afterAll(() => gyan.close());

const create = (form: Record<string, string>, token = admin.token) =>
  gyan.request('/r/topic', { method: 'POST', token, form });
const edit = (topicId: number, form: Record<string, string>, token = admin.token) =>
  gyan.request('/r/topic', { method: 'PUT', token, form: { topicId: String(topicId), ...form } });
const retire = (topicId: number, token = admin.token) =>
  gyan.request(`/r/topic?topicId=${topicId}`, { method: 'DELETE', token });
const link = (person: Person, topicId: number, topicRank?: number, userId = person.userId) =>
  gyan.request('/r/link_user_topic', {
    method: 'PUT',
    token: person.token,
    body: { userId, topicId, topicRank },
  });
const unlink = (person: Person, topicId: number, userId = person.userId) =>
  gyan.request('/r/unlink_user_topic', { method: 'PUT', token: person.token, body: { userId, topicId } });

async function created(name: string) {
  const answer = await create({ name, photoBase64: picture });
  expect(answer.status, answer.text).toBe(200);
  return calls['POST /r/topic'].answer.parse(answer.body).topicModel;
}

async function list({ token }: Person, query = '') {
  const { body, text } = await gyan.request(`/r/topics${query}`, { token });
  expect(calls['GET /r/topics'].answer.safeParse(body).success, text).toBe(true);
  return body as AnswerOf<'GET /r/topics'>;
}
const mine = async (person: Person) => (await list(person)).topicModelVec.map(({ name }) => name);
const auditOf = (topicId: number) =>
  gyan.db.query<{ act: string; actor_id: number; name: string }>(sql`
    select act, actor_id, detail->>'name' as name from audit where target_kind = 'topic' and target_id = ${topicId} order by id`);

describe('an admin who makes a topic', () => {
  it('gets it back, with its picture, and leaves a row in the audit', async () => {
    const topic = await created('  Deep   sea ');
    expect(topic).toMatchObject({ name: 'Deep sea', chosen: false });
    expect(topic.photoModel?.specMap.sm.url).toMatch(/^\/media\//);
    expect(await auditOf(topic.id)).toEqual([
      { act: 'topic.create', actor_id: admin.userId, name: 'Deep sea' },
    ]);
  });

  it('hears everything that is missing at once', async () => {
    const refused = await create({ name: ' \u200b ' });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      fields: [
        { field: 'name', message: 'Name needs to be specified' },
        { field: 'photoBase64', message: 'Image needs to be uploaded' },
      ],
    });
  });

  it('cannot take the name of another, however it is written, nor send something that is no picture', async () => {
    await created('Éclipse');
    for (const name of ['Éclipse', 'ECLIPSE', 'E\u0301clipse']) {
      const refused = await create({ name, photoBase64: picture });
      expect(refused.status).toBe(409);
      expect(refused.body).toMatchObject({
        code: 'conflict',
        detail: 'There is a topic called “Éclipse” already.',
        fields: [{ field: 'name' }],
      });
    }
    const broken = await create({ name: 'No picture', photoBase64: btoa('nothing') });
    expect(broken.status).toBe(400);
    expect(await gyan.db.query(sql`select id from topics where name = 'No picture'`)).toEqual([]);
  });

  it('at the same time as another admin makes one of them', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => create({ name: 'Twins', photoBase64: picture })),
    );
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 409, 409, 409,
    ]);
  });

  it('is an admin', async () => {
    const { id } = await created('Only admins');
    for (const role of ['kRegular', 'kCreator'] as const) {
      const { token } = await gyan.signedIn({ role });
      const tries = [
        await create({ name: 'Mine', photoBase64: picture }, token),
        await edit(id, { name: 'Mine' }, token),
        await retire(id, token),
      ];
      expect(tries.map(({ status }) => status)).toEqual([403, 403, 403]);
    }
    expect(await auditOf(id)).toHaveLength(1);
  });
});

describe('an admin who changes a topic', () => {
  it('changes what is sent and nothing else', async () => {
    const { id, photoModel } = await created('Birds');
    const renamed = await edit(id, { name: 'Birds of prey' });
    expect(renamed.body).toMatchObject({ topicModel: { id, name: 'Birds of prey', photoModel } });
    await edit(id, { name: 'Birds of prey' });
    const other = (await makePicture('#998877')).toString('base64');
    const repainted = await edit(id, { photoBase64: other });
    expect(repainted.body).toMatchObject({ topicModel: { name: 'Birds of prey' } });
    expect(JSON.stringify(repainted.body)).not.toContain(photoModel?.specMap.sm.url);
    expect((await auditOf(id)).map(({ act }) => act)).toEqual(['topic.create', 'topic.edit', 'topic.edit']);
    await settleJobs(gyan.deps);
  });

  it('may change how its own name is written, and takes no other’s', async () => {
    const { id } = await created('Volcanos');
    await created('Volcanoes');
    expect((await edit(id, { name: 'VOLCANOS' })).status).toBe(200);
    expect((await edit(id, { name: 'volcanoes' })).status).toBe(409);
    expect((await edit(id, { name: '  ' })).body).toMatchObject({
      fields: [{ field: 'name', message: 'Name needs to be specified' }],
    });
  });

  it('finds nothing where there is none', async () => {
    const tries = [await edit(999_999, { name: 'Nothing' }), await retire(999_999)];
    expect(tries.map(({ status }) => status)).toEqual([404, 404]);
  });
});

describe('a topic that is retired', () => {
  it('is kept by those who chose it, offered to nobody else, and can be offered again', async () => {
    const { id } = await created('Alchemy');
    const keeper = await gyan.signedIn();
    const newUser = await gyan.signedIn();
    await link(keeper, id);
    expect((await retire(id)).body).toEqual({});
    expect((await retire(id)).status).toBe(200);

    expect((await list(keeper)).topicModelVec).toMatchObject([{ id, rank: 1, retired: true }]);
    expect((await list(keeper, '?all=true&q=alch')).topicModelVec).toMatchObject([
      { id, chosen: true, retired: true },
    ]);
    expect((await list(newUser, '?all=true&retired=true&q=alch')).topicModelVec).toEqual([]);
    expect((await list(admin, '?all=true&q=alch')).topicModelVec).toEqual([]);
    expect((await list(admin, '?all=true&retired=true&q=alch')).topicModelVec).toMatchObject([
      { id, chosen: false, retired: true },
    ]);
    expect((await link(keeper, id, 5)).body).toEqual({ rank: 5 });
    expect((await link(newUser, id)).body).toMatchObject({
      status: 404,
      detail: 'This topic is no longer offered.',
    });
    expect((await create({ name: 'alchemy', photoBase64: picture })).body).toMatchObject({
      detail: '“Alchemy” is retired. You can offer it again in the list of topics.',
    });

    expect((await edit(id, { retired: 'false' })).body).toMatchObject({ topicModel: { id, chosen: false } });
    expect((await link(newUser, id)).status).toBe(200);
    expect((await auditOf(id)).map(({ act }) => act)).toEqual([
      'topic.create',
      'topic.retire',
      'topic.offer',
    ]);
  });
});

describe('somebody who chooses topics', () => {
  it('gets them in their own order, as they move and remove them', async () => {
    const [a, b, c] = [await created('Order A'), await created('Order B'), await created('Order C')];
    expect((await link(member, a.id)).body).toEqual({ rank: 1 });
    expect((await link(member, b.id)).body).toEqual({ rank: 2 });
    expect((await link(member, c.id, 0)).body).toEqual({ rank: 0 });
    expect(await mine(member)).toEqual(['Order C', 'Order A', 'Order B']);
    expect((await link(member, b.id, 0.5)).body).toEqual({ rank: 0.5 });
    expect((await link(member, a.id, 0.5)).body).toMatchObject({
      rank: 3,
      rankVec: [
        { id: c.id, rank: 1 },
        { id: b.id, rank: 2 },
        { id: a.id, rank: 3 },
      ],
    });
    expect((await unlink(member, b.id)).body).toEqual({});
    expect((await unlink(member, b.id)).body).toEqual({});
    expect((await list(member)).topicModelVec).toMatchObject([
      { name: 'Order C', rank: 1 },
      { name: 'Order A', rank: 3 },
    ]);
    const all = (await list(member, '?all=true&q=order')).topicModelVec;
    expect(all.map(({ name, chosen }) => [name, chosen])).toEqual([
      ['Order A', true],
      ['Order B', false],
      ['Order C', true],
    ]);
    expect(all[1]?.rank).toBeUndefined();
  });

  it('does so for themselves; an admin may do it for them', async () => {
    const { id } = await created('Helped');
    const other = await gyan.signedIn();
    expect((await link(member, id, 1, other.userId)).status).toBe(403);
    expect((await unlink(member, id, other.userId)).status).toBe(403);
    expect(await mine(other)).toEqual([]);
    expect((await link(admin, id, 7, other.userId)).body).toEqual({ rank: 7 });
    expect(await mine(other)).toEqual(['Helped']);
    expect((await unlink(admin, id, other.userId)).status).toBe(200);
    expect(await mine(other)).toEqual([]);
    const helped = await gyan.db.query<{ act: string }>(sql`
      select act from audit where actor_id = ${admin.userId} and target_kind = 'user' and target_id = ${other.userId} order by id`);
    expect(helped.map(({ act }) => act)).toEqual(['list.put', 'list.take']);
    expect((await link(admin, id, 1, 999_999)).status).toBe(404);
    expect((await link(member, 999_999)).status).toBe(404);
    const { token } = await gyan.signedIn({ verified: false });
    expect((await gyan.request('/r/topics', { token })).status).toBe(403);
    expect((await gyan.request('/r/topics')).status).toBe(401);
  });

  it('many at once keeps every one of them', async () => {
    const topics = await Promise.all(Array.from({ length: 6 }, (_, n) => created(`Many ${n}`)));
    const person = await gyan.signedIn();
    await Promise.all(topics.map(({ id }) => link(person, id, 1)));
    expect((await mine(person)).toSorted()).toEqual(topics.map(({ name }) => name).toSorted());
    expect(await brokenInvariants(gyan.db)).toEqual([]);
  });

  it('gets pages that never repeat or skip, in either list, each with one question', async () => {
    const person = await gyan.signedIn();
    await gyan.db.query(sql`
      with made as (insert into topics (name) select 'Page ' || n from generate_series(1, 25) as n returning id)
      insert into user_topics (user_id, topic_id, rank) select ${person.userId}, id, -id / 8.0 from made`);
    const pages = async (query: string) => {
      const names: string[] = [];
      let cursor: string | null | undefined;
      do {
        const page = await list(person, `${query}&limit=7${cursor ? `&cursor=${cursor}` : ''}`);
        names.push(...page.topicModelVec.map(({ name }) => name));
        cursor = page.nextCursor;
      } while (cursor);
      return names;
    };
    const numbers = Array.from({ length: 25 }, (_, at) => `Page ${at + 1}`);
    expect(await pages('?all=false')).toEqual(numbers.toReversed());
    expect(await pages('?all=true&q=PAGE')).toEqual(numbers.toSorted());
    const one = () => list(person, '?limit=1');
    const many = () => list(person, '?all=true');
    await one();
    expect(await countStatements(many)).toBe(await countStatements(one));
    expect((await gyan.request('/r/topics?cursor=bWFkZSB1cA', { token: person.token })).status).toBe(400);
  });
});
