import { calls } from '@gyan/contract/calls.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { makeCard, makeChain, makeSubject, makeUser } from '#test/factories.ts';
import { countStatements } from '#test/statements.ts';

let gyan: TestApp;
beforeAll(async () => {
  gyan = await startApp();
});
afterAll(() => gyan.close());

async function outlineOf(subjectId: number) {
  const answer = await gyan.request(`/subject_outline?subjectId=${subjectId}`);
  expect(answer.status, answer.text).toBe(200);
  return calls['GET /subject_outline'].answer.parse(answer.body);
}

describe('the outline of a subject', () => {
  it('names every card of every chapter in order, by its first words or else its title', async () => {
    const long = `${'ā'.repeat(50)}  \n ${'𝄞'.repeat(300)}`;
    const words = await makeCard(gyan.db, { text: 'Light  bends\nin water.' });
    const more = await makeCard(gyan.db, { text: long });
    const silent = await makeCard(gyan.db, { title: 'A picture says it', text: '' });
    const first = await makeChain(gyan.db, { title: 'First', cardIds: [silent, words] });
    const second = await makeChain(gyan.db, { title: 'Second', cardIds: [more, words] });
    const empty = await makeChain(gyan.db, { title: 'Not written yet' });
    const id = await makeSubject(gyan.db, { title: 'Seeing', chainIds: [second, empty, first] });
    const { subjectModel, outlineVec } = await outlineOf(id);
    expect(subjectModel).toMatchObject({ id, title: 'Seeing', chapterCount: 3 });
    expect(outlineVec.at(-1)?.postVec[0]).toMatchObject({ title: 'A picture says it' });
    expect(outlineVec.map(({ title, postVec }) => [title, postVec.map(({ label }) => label)])).toEqual([
      ['Second', [`${'ā'.repeat(50)} ${'𝄞'.repeat(30)}`, 'Light bends in water.']],
      ['Not written yet', []],
      ['First', ['A picture says it', 'Light bends in water.']],
    ]);
  });

  it('leaves out what belongs to somebody who leaves', async () => {
    const deletedUser = await makeUser(gyan.db, { role: 'kCreator' });
    const theirs = await makeCard(gyan.db, { ownerId: deletedUser });
    const stays = await makeCard(gyan.db, { text: 'Stays.' });
    const chain = await makeChain(gyan.db, { cardIds: [theirs, stays] });
    const hiddenChain = await makeChain(gyan.db, { ownerId: deletedUser, cardIds: [stays] });
    const id = await makeSubject(gyan.db, { chainIds: [hiddenChain, chain] });
    await gyan.db.query(sql`update users set leaving_at = now() where id = ${deletedUser}`);
    const { outlineVec } = await outlineOf(id);
    expect(outlineVec).toMatchObject([{ id: chain, postVec: [{ label: 'Stays.' }] }]);
    expect(outlineVec[0]?.postVec).toHaveLength(1);
  });

  it('is one statement, and not there for a subject that is not', async () => {
    const id = await makeSubject(gyan.db, { chainIds: [await makeChain(gyan.db)] });
    expect(await countStatements(() => outlineOf(id))).toBe(1);
    const answer = await gyan.request('/subject_outline?subjectId=999999');
    expect(answer.status).toBe(404);
  });
});
