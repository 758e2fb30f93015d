import type { PostModel } from '@gyan/contract/cards.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { removeStoredSession, startSession } from '#features/session/store.ts';
import {
  changeEntity,
  entitiesOfRequest,
  getEntity,
  isRemoved,
  markRemoved,
  withPendingLike,
} from './store.ts';

const can = { edit: false, delete: false, lock: false, rate: false, comment: true, like: true };

const card = (id: number, fields: Partial<PostModel> = {}) =>
  ({ id, title: `Card ${id}`, likeCount: 4, commentCount: 0, ...fields }) as PostModel;

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
      postModel: card(5, { tagsText: 'sky', htmlDesc: '<p>Dew</p>', likedByViewer: true, can }),
    });
    entitiesOfRequest(true)({ postModelVec: [card(5, { title: 'Dew at dawn' })] });
    expect(getEntity('card', 5)).toEqual(
      card(5, { title: 'Dew at dawn', htmlDesc: '<p>Dew</p>', likedByViewer: true, can }),
    );
  });

  it('keep the like of the viewer when a public answer contains them', () => {
    entitiesOfRequest(true)({ subjectModel: { ...card(13), likedByViewer: true, can } });
    entitiesOfRequest(true)({ subjectModel: { ...card(13), likedByViewer: false } });
    expect(getEntity('subject', 13)?.likedByViewer).toBe(true);
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

  it('that were asked for before a write still add what it did not know', () => {
    entitiesOfRequest(true)({ postModelVec: [card(7, { tagsText: 'sky' })] });
    const early = entitiesOfRequest(true);
    entitiesOfRequest(false)({ chapterModel: { id: 8, feedItemModelVec: [{ postModel: card(7) }] } });
    early({ postModel: card(7, { tagsText: 'sky', htmlDesc: '<p>Dew</p>' }) });
    expect(getEntity('card', 7)).toEqual(card(7, { htmlDesc: '<p>Dew</p>' }));
  });

  it('lose their markup when a card is answered by itself without it, but not in a list', () => {
    entitiesOfRequest(true)({ postModel: card(9, { htmlDesc: '<p>Dew</p>' }) });
    entitiesOfRequest(true)({ postModelVec: [card(9)] });
    expect(getEntity('card', 9)?.htmlDesc).toBe('<p>Dew</p>');
    entitiesOfRequest(false)({ postModel: card(9) });
    expect(getEntity('card', 9)?.htmlDesc).toBeUndefined();
  });

  it('do not hold the cards and chains inside them once more', () => {
    const chapterModel = { id: 10, title: 'Chain', rank: 3, feedItemModelVec: [{ postModel: card(11) }] };
    entitiesOfRequest(true)({ subjectModel: { id: 12, title: 'Subject', chapterModelVec: [chapterModel] } });
    expect(getEntity('chain', 10)).toEqual({ id: 10, title: 'Chain' });
    expect(getEntity('subject', 12)).toEqual({ id: 12, title: 'Subject' });
  });
});

describe('a long visit', () => {
  it('keeps the newest entities, not all', () => {
    entitiesOfRequest(true)({ postModelVec: [card(20)] });
    const many = Array.from({ length: 5_000 }, (_, index) => card(1_000 + index));
    entitiesOfRequest(true)({ postModelVec: many });
    expect(getEntity('card', 20)).toBeUndefined();
    expect(getEntity('card', 1_000)).toBeDefined();
    expect(getEntity('card', 5_999)).toBeDefined();
  });
});

describe('a user who signs in or out', () => {
  const signIn = (userId: number) => {
    vi.stubGlobal('document', { documentElement: { dataset: {} } });
    startSession({ authdata: 'secret', userModel: { userId } });
  };

  afterEach(() => {
    removeStoredSession();
    vi.unstubAllGlobals();
  });

  it('leaves nothing for the next viewer', () => {
    signIn(1);
    entitiesOfRequest(true)({ postModel: card(30, { likedByViewer: true }) });
    expect(getEntity('card', 30)).toBeDefined();
    removeStoredSession();
    expect(getEntity('card', 30)).toBeUndefined();
    signIn(1);
    expect(getEntity('card', 30)).toBeUndefined();
  });

  it('gets no answer that the viewer before asked for', () => {
    signIn(1);
    const storeAnswer = entitiesOfRequest(true);
    signIn(2);
    storeAnswer({ postModel: card(31, { likedByViewer: true }) });
    expect(getEntity('card', 31)).toBeUndefined();
  });

  it('sees nothing of what the viewer before deleted', () => {
    signIn(1);
    markRemoved({ kind: 'card', id: 32 });
    expect(isRemoved({ kind: 'card', id: 32 })).toBe(true);
    expect(isRemoved({ kind: 'chain', id: 32 })).toBe(false);
    signIn(2);
    expect(isRemoved({ kind: 'card', id: 32 })).toBe(false);
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
