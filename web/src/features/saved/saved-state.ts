import type { AnswerOf } from '@gyan/contract/calls.ts';

export type SavedState = AnswerOf<'GET /r/saved_state'>;

export interface SavedChange {
  saved: boolean;
  /** Only in this list. */
  listId?: number | undefined;
}

/**
 * The state after a change. Saving into a list saves; no longer saving takes it out of all lists; leaving a list keeps
 * it saved.
 */
export function withSaved(state: SavedState, { saved, listId }: SavedChange): SavedState {
  const isIn = (id: number) => state.listIdVec.includes(id);
  const listIdVec =
    listId === undefined
      ? saved
        ? state.listIdVec
        : []
      : [...state.listIdVec.filter((id) => id !== listId), ...(saved ? [listId] : [])];
  return {
    saved: saved || (listId !== undefined && state.saved),
    listIdVec,
    savedListModelVec: state.savedListModelVec.map((list) => ({
      ...list,
      count: list.count + Number(listIdVec.includes(list.listId)) - Number(isIn(list.listId)),
    })),
  };
}
