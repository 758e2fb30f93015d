import type { ChapterModel } from '@gyan/contract/chains.ts';
import type { SubjectModel } from '@gyan/contract/subjects.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { changeEntity } from '#features/entities/store.ts';
import { api } from '#features/session/actions.ts';
import { loadAllPages } from '#lib/load-all-pages.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useRankedList } from '#lib/use-ranked-list.ts';

/** A subject and its chapters, for one viewer. */
export const subjectForViewer = (userId: number, subjectId: string | number) =>
  queryOptions({
    queryKey: queryKeys.subject(userId, String(subjectId)),
    queryFn: async ({ signal }) => {
      const { subjectModel } = await api('GET /r/subject', {
        query: { subjectId: String(subjectId) },
        signal,
      });
      return subjectModel;
    },
    // It may have changed in another tab.
    staleTime: 0,
  });

/** The chapters of a subject, in editable order. */
export function useSubjectChapters(userId: number, subjectId: number) {
  const client = useQueryClient();
  return useRankedList<ChapterModel>({
    queryKey: queryKeys.subjectChapters(userId, subjectId),
    load: async () => (await client.fetchQuery(subjectForViewer(userId, subjectId))).chapterModelVec ?? [],
    link: (chapterId, chapterRank) =>
      api('PUT /r/link_subject_chapter', { body: { subjectId, chapterId, chapterRank } }),
    unlink: (chapterId) => api('PUT /r/unlink_subject_chapter', { body: { subjectId, chapterId } }),
    nameOf: ({ title }) => title,
  });
}

export type SubjectChapters = ReturnType<typeof useSubjectChapters>;

/** All subjects of a user, in editable order. */
export function useMySubjects(userId: number) {
  const client = useQueryClient();
  const setSaved = (id: number, savedByViewer: boolean) => {
    changeEntity({ kind: 'subject', id }, { savedByViewer });
    // A saved subject is followed too.
    void client.invalidateQueries({ queryKey: queryKeys.allFollows(userId) });
  };
  return useRankedList<SubjectModel>({
    queryKey: queryKeys.mySubjectsInOrder(userId),
    load: (signal) =>
      loadAllPages(
        (cursor) => api('GET /r/subjects', { query: { limit: 200, cursor }, signal }),
        ({ subjectModelVec }) => subjectModelVec,
      ),
    link: async (id, subjectRank) => {
      const body = { userId, subjectId: id, subjectRank };
      const state = await api('PUT /r/link_user_subject', { body });
      setSaved(id, true);
      return state;
    },
    unlink: async (id) => {
      await api('PUT /r/unlink_user_subject', { body: { userId, subjectId: id } });
      setSaved(id, false);
    },
    nameOf: ({ title }) => title,
  });
}
