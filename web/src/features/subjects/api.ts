import type { PageQuery } from '#features/cards/api.ts';
import { asMember } from '#features/session/as-member.ts';
import type { Api } from '#lib/api.ts';
import type { PageOf } from '#lib/use-pages.ts';
import { type SubjectView, subjectView } from './subject-view.ts';

export async function listTrendingSubjects(api: Api, query: PageQuery): Promise<PageOf<SubjectView>> {
  const { subjectModelVec, nextCursor = null } = await asMember(
    () => api('GET /r/subjects', { query: { ...query, trending: true } }),
    () => api('GET /subjects', { query }),
  );
  return { items: subjectModelVec.map(subjectView), nextCursor };
}

/** Subjects for a newcomer: those of the viewer's topics first. */
export async function listSuggestedSubjects(api: Api, limit: number): Promise<SubjectView[]> {
  const { subjectModelVec } = await api('GET /r/subjects', { query: { limit, suggested: true } });
  return subjectModelVec.map(subjectView);
}

/** The viewer's own and saved subjects, in the viewer's order. */
export async function listMySubjects(api: Api, query: PageQuery): Promise<PageOf<SubjectView>> {
  const { subjectModelVec, nextCursor = null } = await api('GET /r/subjects', { query });
  return { items: subjectModelVec.map(subjectView), nextCursor };
}
