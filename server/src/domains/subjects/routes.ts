import { pageSize, readPlace } from '#db/page.ts';
import type { Db } from '#db/pool.ts';
import { ProblemError } from '#http/problems.ts';
import { type Binding, bind, JsonText } from '#http/serve.ts';
import { findSubjectOutline } from './outline.ts';
import { findSubjectDetail, listTrendingSubjects, mostTrending } from './queries.ts';

export function subjectRoutes({ db }: { db: Db }): Binding[] {
  return [
    bind(
      'GET /subjects',
      async ({ query }) =>
        new JsonText(
          await listTrendingSubjects(db, {
            limit: pageSize(query),
            after: readPlace(query.cursor, mostTrending),
          }),
        ),
    ),
    bind('GET /subject', async ({ query }) => {
      const detail = await findSubjectDetail(db, query.subjectId, { cards: query.includePosts ?? false });
      if (detail === undefined)
        throw new ProblemError('not_found', 'This subject is not here, or not any more.');
      return new JsonText(detail);
    }),
    bind('GET /subject_outline', async ({ query }) => {
      const outline = await findSubjectOutline(db, query.subjectId);
      if (outline === undefined)
        throw new ProblemError('not_found', 'This subject is not here, or not any more.');
      return new JsonText(outline);
    }),
  ];
}
