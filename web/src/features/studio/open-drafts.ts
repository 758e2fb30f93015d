import type { PostType } from '@gyan/contract/cards.ts';
import type { UserModel } from '@gyan/contract/users.ts';
import type { StoredCard } from '#features/drafts/card-content.ts';
import { type OpenDraft, openDraft } from '#features/drafts/open-draft.ts';

/** The cards that are open in Create. They stay open while the author looks at another tab. */
export function createOpenDrafts(user: UserModel) {
  const drafts: OpenDraft[] = [];
  /** The one shown last, by type. */
  const lastShown = new Map<PostType, OpenDraft>();
  const add = (draft: OpenDraft) => {
    drafts.push(draft);
    return draft;
  };
  return {
    /** The open card with this id; without an id the new card of this type, which is opened if needed. */
    find(type: PostType, cardId: number | undefined): OpenDraft | undefined {
      if (cardId !== undefined) return drafts.find(({ autosave }) => autosave.cardId() === cardId);
      const isNew = (draft: OpenDraft) => draft.type === type && draft.autosave.cardId() === undefined;
      return drafts.find(isNew) ?? add(openDraft(user, type));
    },
    open: (card: StoredCard): OpenDraft => add(openDraft(user, card.type, card)),
    /** Stays the same while a new card gets its id. */
    keyOf: (draft: OpenDraft) => drafts.indexOf(draft),
    show(draft: OpenDraft) {
      lastShown.set(draft.type, draft);
    },
    /** The draft that a tab leads back to. */
    lastId: (type: PostType) => lastShown.get(type)?.autosave.cardId(),
    saveAll: (options?: { keepalive: boolean }) =>
      Promise.all(drafts.map(({ autosave }) => autosave.save(options))),
  };
}

export type OpenDrafts = ReturnType<typeof createOpenDrafts>;
