import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#features/session/actions.ts';

/** Whose view of which chain or subject. */
export interface ThingSight {
  userId: number;
  kind: 'chain' | 'subject';
  id: number;
}

/** A chain or subject as one person sees it: what goes beyond the page that everybody gets. */
export interface SeenThing {
  likeCount: number;
  likedByViewer: boolean;
  great: boolean;
  saved: boolean;
  /** Their own stands in their list anyway. */
  own: boolean;
  can: { edit: boolean; rate: boolean; like: boolean };
}

const nothing = { edit: false, rate: false, like: false };

async function readModel({ kind, id }: ThingSight, signal: AbortSignal) {
  if (kind === 'subject') {
    return (await api('GET /r/subject', { query: { subjectId: id }, signal })).subjectModel;
  }
  return (await api('GET /r/chapter', { query: { id, limit: 1 }, signal })).chapterModel;
}

const seenThing = (sight: ThingSight) =>
  queryOptions({
    queryKey: ['seen', sight.kind, sight.userId, sight.id],
    queryFn: async ({ signal }): Promise<SeenThing> => {
      const model = await readModel(sight, signal);
      return {
        likeCount: model.likeCount,
        likedByViewer: model.likedByViewer ?? false,
        great: model.quality === 'kQualityGreat',
        saved: model.savedByViewer ?? false,
        own: model.ownerModel.userId === sight.userId,
        can: model.can ?? nothing,
      };
    },
  });

export const useSeenThing = (sight: ThingSight) => useQuery(seenThing(sight));

/** Puts in what the server has answered; `again` asks how the thing stands now. */
export function useSeenThingWrites(sight: ThingSight) {
  const client = useQueryClient();
  const { queryKey } = seenThing(sight);
  return {
    put: (facts: Partial<SeenThing>) => {
      // An answer that was asked for before this one would bring the past back.
      void client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (was) => was && { ...was, ...facts });
    },
    again: () => client.invalidateQueries({ queryKey }),
  };
}
