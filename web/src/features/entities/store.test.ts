import type { PostModel } from '@gyan/contract/cards.ts';
import { describe, expect, it } from 'vitest';
import { changeEntity, entitiesOfRequest, getEntity, withPendingLike } from './store.ts';

const card = (id: number, facts: Partial<PostModel> = {}) =>
  ({ id, title: `Card ${id}`, likeCount: 4, commentCount: 0, ...facts }) as PostModel;

describe('the entities of an answer', () => {
  it('are stored wherever they stand in it', () => {
    const chapterModel = { id: 2, title: 'Chain', feedItemModelVec: [{ postModel: card(3) }] };
    entitiesOfRequest(true)({
      postModelVec: [card(1)],
      subjectModel: { id: 4, chapterModelVec: [chapterModel] },
    });
    expect(getEntity('card', 1)?.title).toBe('Card 1');
    expect(getEntity('card', 3)?.title).toBe('Card 3');
    expect(getEntity('chain', 2)?.title).toBe('Chain');
    expect(getEntity('subject', 4)).toBeDefined();
  });

  it('replace what was known, but for what the answer did not ask for', () => {
    entitiesOfRequest(true)({
      postModel: card(5, { tagsText: 'sky', htmlDesc: '<p>Dew</p>', likedByViewer: true }),
    });
    entitiesOfRequest(true)({ postModelVec: [card(5, { title: 'Dew at dawn' })] });
    expect(getEntity('card', 5)).toEqual(
      card(5, { title: 'Dew at dawn', htmlDesc: '<p>Dew</p>', likedByViewer: true }),
    );
  });

  it('do not overwrite a write that was answered after they were asked for', () => {
    entitiesOfRequest(true)({ postModel: card(6) });
    const early = entitiesOfRequest(true);
    changeEntity({ kind: 'card', id: 6 }, { commentCount: 1 });
    early({ postModelVec: [card(6)] });
    expect(getEntity('card', 6)?.commentCount).toBe(1);
    entitiesOfRequest(true)({ postModelVec: [card(6, { commentCount: 2 })] });
    expect(getEntity('card', 6)?.commentCount).toBe(2);
  });
});

describe('a pending like', () => {
  const liked = card(1, { likedByViewer: true });

  it('is counted once', () => {
    expect(withPendingLike(card(1), undefined)).toEqual(card(1));
    expect(withPendingLike(card(1), true)).toEqual(card(1, { likedByViewer: true, likeCount: 5 }));
    expect(withPendingLike(liked, true)).toBe(liked);
  });

  it('never takes the count below zero', () => {
    expect(withPendingLike({ ...liked, likeCount: 0 }, false).likeCount).toBe(0);
  });
});
