import { useQueryClient } from '@tanstack/react-query';
import { type EntityKind, markRemoved } from '#features/entities/store.ts';
import { api } from '#features/session/actions.ts';
import type { Api } from '#lib/api.ts';
import { ApiProblem, reasonOf } from '#lib/api-problem.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { queueToast } from '#ui/toast-queue.ts';
import { forgetUnsaved } from './open-draft.ts';
import { addDeletion, commitDeletion, undoDeletion } from './pending-deletions.ts';

export interface DraftRef {
  kind: EntityKind;
  id: number;
  /** As the list shows it. */
  title: string;
}

export const draftKey = ({ kind, id }: Pick<DraftRef, 'kind' | 'id'>) => `${kind} ${id}`;

function send(call: Api, { kind, id }: DraftRef, keepalive: boolean): Promise<unknown> {
  if (kind === 'card') return call('DELETE /r/post', { query: { postId: id }, keepalive });
  if (kind === 'chain') return call('DELETE /r/chapter', { query: { chapterId: id }, keepalive });
  return call('DELETE /r/subject', { query: { subjectId: id }, keepalive });
}

/** Deletes a draft after a toast that can undo it. */
export function useDeleteDraft(userId: number) {
  const client = useQueryClient();
  const queryKey = queryKeys.drafts(userId);
  return (draft: DraftRef) => {
    const key = draftKey(draft);
    addDeletion(key, {
      send: async (keepalive) => {
        try {
          await send(api, draft, keepalive);
          markRemoved(draft);
          if (draft.kind === 'card') forgetUnsaved(userId, draft.id);
        } catch (error) {
          const isGone = error instanceof ApiProblem && error.status === 404;
          if (!isGone)
            queueToast({ tone: 'danger', text: `“${draft.title}” was not deleted. ${reasonOf(error)}` });
        }
        await client.invalidateQueries({ queryKey });
      },
    });
    queueToast({
      text: `“${draft.title}” is deleted.`,
      action: { label: 'Undo', onPress: () => undoDeletion(key) },
      onHide: () => void commitDeletion(key),
    });
  };
}
