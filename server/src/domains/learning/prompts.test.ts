import { calls } from '@gyan/contract/calls.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { makeCard } from '#test/factories.ts';
import { type Learner, learningCalls } from '#test/learning.ts';

let gyan: TestApp;
let learn: ReturnType<typeof learningCalls>;
beforeAll(async () => {
  gyan = await startApp();
  learn = learningCalls(gyan);
});
afterAll(() => gyan.close());

describe('prompts', () => {
  const text = 'Water boils at 100 degrees at sea level. Higher up it boils sooner.';

  async function cardOf(owner: Learner) {
    return makeCard(gyan.db, { ownerId: owner.userId, text });
  }

  async function prompts(postId: number, token?: string) {
    const answer = await gyan.request(
      `${token ? '/r' : ''}/prompts?postId=${postId}`,
      token ? { token } : {},
    );
    expect(answer.status, answer.text).toBe(200);
    return calls['GET /r/prompts'].answer.parse(answer.body);
  }

  it('are suggested to those who may edit the card, and asked of learners once accepted', async () => {
    const [owner, reader] = [await gyan.signedIn({ role: 'kCreator' }), await gyan.signedIn()];
    const postId = await cardOf(owner);
    expect((await prompts(postId, reader.token)).suggestedVec).toEqual([]);
    const { suggestedVec } = await prompts(postId, owner.token);
    expect(suggestedVec).toMatchObject([
      { kind: 'cloze', question: 'Water boils at 100 degrees at sea level.', answer: '100' },
    ]);
    const saved = await learn.put('/r/prompts', owner.token, { postId, promptVec: suggestedVec });
    expect(saved.status, saved.text).toBe(200);
    expect((await prompts(postId)).promptModelVec).toMatchObject(suggestedVec);
    expect((await prompts(postId, owner.token)).suggestedVec).toEqual([]);
    await learn.read(reader.token, { postId });
    await learn.study(reader.token, { postId });
    expect((await learn.session(reader.token)).reviewItemVec[0]?.promptModelVec).toMatchObject(suggestedVec);
  });

  it('keep their ids while they stay, in the order given', async () => {
    const owner = await gyan.signedIn({ role: 'kCreator' });
    const postId = await cardOf(owner);
    const question = (n: number) => ({ kind: 'question', question: `Question ${n}?`, answer: `Answer ${n}` });
    await learn.put('/r/prompts', owner.token, {
      postId,
      promptVec: [question(1), question(2), question(3)],
    });
    const [one, , three] = (await prompts(postId)).promptModelVec;
    await learn.put('/r/prompts', owner.token, {
      postId,
      promptVec: [
        { ...question(3), promptId: three?.promptId },
        question(4),
        { ...question(5), promptId: one?.promptId },
      ],
    });
    // Cached until the server hears of the change.
    await expect
      .poll(async () => (await prompts(postId)).promptModelVec)
      .toMatchObject([
        { promptId: three?.promptId, question: 'Question 3?' },
        { question: 'Question 4?' },
        { promptId: one?.promptId, question: 'Question 5?' },
      ]);
  });

  it('are refused when a cloze does not fit, when they are too many or of another card', async () => {
    const owner = await gyan.signedIn({ role: 'kCreator' });
    const [postId, other] = [await cardOf(owner), await cardOf(owner)];
    const good = { kind: 'question', question: 'Why?', answer: 'Because.' };
    await learn.put('/r/prompts', owner.token, { postId: other, promptVec: [good] });
    const foreign = (await prompts(other)).promptModelVec[0]?.promptId;
    for (const promptVec of [
      [{ kind: 'cloze', question: 'Not in there.', answer: 'Not' }],
      [{ kind: 'cloze', question: 'Higher up it boils sooner.', answer: 'later' }],
      [{ ...good, promptId: foreign }],
      [{ ...good, kind: 'riddle' }],
      [{ ...good, answer: ' ' }],
      Array.from({ length: 9 }, () => good),
    ]) {
      expect((await learn.put('/r/prompts', owner.token, { postId, promptVec })).status).toBe(400);
    }
    expect((await prompts(postId)).promptModelVec).toEqual([]);
  });

  it('wait while the card is locked, and a cloze is not asked once its sentence is gone', async () => {
    const [owner, reader] = [await gyan.signedIn({ role: 'kCreator' }), await gyan.signedIn()];
    const postId = await cardOf(owner);
    const cloze = { kind: 'cloze', question: 'Higher up it boils sooner.', answer: 'sooner' };
    const promptVec = [cloze];
    await learn.put('/r/prompts', owner.token, { postId, promptVec });
    expect((await learn.put('/r/prompts', reader.token, { postId, promptVec })).body).toMatchObject({
      code: 'forbidden',
    });
    await gyan.db.query(sql`update cards set text = 'Something else.' where id = ${postId}`);
    expect((await prompts(postId, reader.token)).promptModelVec).toEqual([]);
    expect((await prompts(postId, owner.token)).promptModelVec).toMatchObject(promptVec);
    await gyan.db.query(sql`update cards set locked = true where id = ${postId}`);
    expect((await learn.put('/r/prompts', owner.token, { postId, promptVec: [] })).body).toMatchObject({
      code: 'card_locked',
    });
  });
});
