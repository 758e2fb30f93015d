import type { SubjectModel } from '@gyan/contract/subjects.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#features/session/actions.ts';
import { allPages } from '#lib/all-pages.ts';

/** A subject and its chapters as one person sees them. */
export const seenSubject = (userId: number, subjectId: string | number) =>
  queryOptions({
    queryKey: ['subject', userId, String(subjectId)],
    queryFn: async ({ signal }) => {
      const { subjectModel } = await api('GET /r/subject', {
        query: { subjectId: String(subjectId) },
        signal,
      });
      return subjectModel;
    },
    // What is edited here may have been edited elsewhere.
    staleTime: 0,
  });

/** All of a person's subjects, in their order. */
export const mySubjects = (userId: number) =>
  queryOptions({
    queryKey: ['my subjects', userId],
    queryFn: async ({ signal }): Promise<SubjectModel[]> => {
      const pages = await allPages((cursor) =>
        api('GET /r/subjects', { query: { limit: 200, cursor }, signal }),
      );
      return pages.flatMap(({ subjectModelVec }) => subjectModelVec);
    },
    staleTime: 0,
  });
