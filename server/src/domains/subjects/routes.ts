import { pageSize } from '#db/page.ts';
import { rateCollection } from '#domains/collections/actions.ts';
import { subjects } from '#domains/collections/collection.ts';
import { rankedPage, trendingPage } from '#domains/collections/list-queries.ts';
import { preparePhoto } from '#domains/media/actions.ts';
import { openPhoto } from '#domains/media/base64.ts';
import { limitConcurrency } from '#http/limit-concurrency.ts';
import { type Binding, bind, bindKeyed, type HandlerInput, JsonText } from '#http/serve.ts';
import {
  createSubject,
  editSubject,
  found,
  linkSubjectToPerson,
  removeSubject,
  type SubjectDeps,
  unlinkSubjectFromPerson,
} from './actions.ts';
import { exportChain, exportSubject, sendExport } from './chain-file-export.ts';
import { createChainOrChapter, linkChain, unlinkChain } from './chapters.ts';
import { loadChains, prepareStoredChains, prepareUploadedChains } from './loading.ts';
import { findSubjectOutline } from './outline.ts';
import {
  findSubjectDetail,
  findSubjectWithCards,
  listSavedSubjects,
  listSuggestedSubjects,
  listTrendingSubjects,
} from './queries.ts';

/** Limits concurrent answers of subjects with all cards, which are megabytes each. */
const maxConcurrent = { running: 3, waiting: 60 };

export function subjectRoutes(deps: SubjectDeps): Binding[] {
  const { db } = deps;
  const runLimited = limitConcurrency(
    maxConcurrent,
    'Very many people are reading right now. Please try again.',
  );

  const detail = async ({
    query,
    viewer,
    reads,
    request,
  }: HandlerInput<'GET /subject'> | HandlerInput<'GET /r/subject'>) => {
    if (!query.includePosts)
      return new JsonText(found(await findSubjectDetail(reads, query.subjectId, viewer)));
    const find = () => findSubjectWithCards(reads, query.subjectId, viewer);
    return new JsonText(found(await runLimited(find, viewer ? request : undefined)));
  };

  return [
    bind(
      'GET /subjects',
      async ({ query, reads }) => new JsonText(await listTrendingSubjects(reads, trendingPage(query))),
    ),
    bind(
      'GET /r/subjects',
      async ({ query, viewer }) =>
        new JsonText(
          query.suggested
            ? await listSuggestedSubjects(db, viewer, pageSize(query))
            : query.trending
              ? await listTrendingSubjects(db, trendingPage(query), viewer)
              : await listSavedSubjects(db, rankedPage(query), viewer),
        ),
    ),
    bind('GET /subject', detail),
    bind('GET /r/subject', detail),
    bind(
      'GET /subject_outline',
      async ({ query, reads }) => new JsonText(found(await findSubjectOutline(reads, query.subjectId))),
    ),
    bindKeyed('POST /r/subject', {
      prepare: ({ body }) => preparePhoto(deps, openPhoto(body.photoBase64)),
      write: async (db, { body, viewer }, picture) =>
        new JsonText(await createSubject(db, viewer, body, picture)),
    }),
    bind('PUT /r/subject', async ({ body, viewer }) => new JsonText(await editSubject(deps, viewer, body))),
    bind('DELETE /r/subject', async ({ query, viewer }) => {
      await removeSubject(db, viewer, query.subjectId);
      return {};
    }),
    bind('PUT /r/subject_quality', async ({ body, viewer }) => {
      await rateCollection(db, viewer, subjects, { id: body.subjectId, quality: body.quality });
      return { quality: body.quality };
    }),
    bindKeyed('POST /r/chapter', {
      write: async (db, { body, viewer }) => new JsonText(await createChainOrChapter(db, viewer, body)),
    }),
    bindKeyed('POST /r/chapters', {
      prepare: ({ body }) => prepareStoredChains(deps, body),
      write: async (db, { viewer }, chains) => new JsonText(await loadChains(db, viewer, chains)),
    }),
    bindKeyed('POST /r/chapters_file', {
      prepare: ({ body }) => prepareUploadedChains(deps, body),
      write: async (db, { viewer }, chains) => new JsonText(await loadChains(db, viewer, chains)),
    }),
    bind('GET /r/chapter_export', async ({ query, viewer, reply }) =>
      sendExport(deps.storage, reply, await exportChain(db, viewer, query.chapterId), {
        pictures: query.pictures ?? false,
      }),
    ),
    bind('GET /r/subject_export', async ({ query, viewer, reply }) =>
      sendExport(deps.storage, reply, await exportSubject(db, viewer, query.subjectId), {
        pictures: query.pictures ?? false,
      }),
    ),
    bind('PUT /r/link_subject_chapter', ({ body, viewer }) => linkChain(db, viewer, body)),
    bind('PUT /r/unlink_subject_chapter', async ({ body, viewer }) => {
      await unlinkChain(db, viewer, body);
      return {};
    }),
    bind('PUT /r/link_user_subject', ({ body, viewer }) => linkSubjectToPerson(db, viewer, body)),
    bind('PUT /r/unlink_user_subject', async ({ body, viewer }) => {
      await unlinkSubjectFromPerson(db, viewer, body);
      return {};
    }),
  ];
}
