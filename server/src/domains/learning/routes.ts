import type { Database } from '#db/pool.ts';
import { ProblemError } from '#http/problems.ts';
import { type Binding, bind, bindKeyed, JsonText } from '#http/serve.ts';
import { findForecasts } from './forecast.ts';
import { findNext } from './next-queries.ts';
import { getOverview } from './overview.ts';
import { type Collection, findCardMemory, findProgress } from './progress-queries.ts';
import { changePrompts, getPrompts } from './prompts.ts';
import { markRead } from './reading.ts';
import { buildReviewSession, findDemoItem } from './review-session.ts';
import { setAside, storeReviews, undoReview } from './reviews.ts';
import { changeSettings, getSettings } from './settings.ts';
import { type Studied, setStudied } from './study.ts';

interface Named {
  chapterId?: number | undefined;
  subjectId?: number | undefined;
  postId?: number | undefined;
}

/** The contract makes sure that one of them is there. */
function collectionOf({ chapterId, subjectId }: Named): Collection {
  return chapterId === undefined
    ? { kind: 'subject', id: subjectId as number }
    : { kind: 'chain', id: chapterId };
}

function studiedOf(named: Named): Studied {
  return named.postId === undefined ? collectionOf(named) : { kind: 'card', id: named.postId };
}

export function learningRoutes({ db }: { db: Database }): Binding[] {
  return [
    bind('PUT /r/reading', async ({ body, viewer }) => ({
      state: await markRead(db, viewer, {
        cardId: body.postId,
        chainId: body.chapterId,
        subjectId: body.subjectId,
      }),
    })),
    bind('GET /r/progress', async ({ query, viewer }) =>
      found(await findProgress(db, viewer, collectionOf(query))),
    ),
    bind('GET /r/learning', async ({ viewer }) => new JsonText(await getOverview(db, viewer))),
    bind('PUT /r/study', async ({ body, viewer }) => {
      await setStudied(db, viewer, studiedOf(body), body.studied);
      return { studied: body.studied };
    }),
    bind('GET /r/memory', async ({ query, viewer }) => found(await findCardMemory(db, viewer, query.postId))),
    bind('GET /r/review_session', async ({ query, viewer }) => {
      const settings = await getSettings(db, viewer.userId);
      return new JsonText(await buildReviewSession(db, viewer, settings, query.minutes ?? settings.minutes));
    }),
    bindKeyed('POST /r/reviews', {
      write: (tx, { body, viewer }) => storeReviews(tx, viewer, body.reviewVec),
    }),
    bind('DELETE /r/review', async ({ query, viewer }) => ({
      memory: await undoReview(db, viewer, query.reviewId),
    })),
    bind('PUT /r/set_aside', async ({ body, viewer }) => ({
      aside: await setAside(db, viewer, body.postId, body),
    })),
    bind('GET /review_demo', async ({ reads }) => new JsonText(await findDemoItem(reads))),
    bind('GET /read_next', async ({ query, reads }) => found(await findNext(reads, collectionOf(query)))),
    bind('GET /r/learning_settings', async ({ viewer }) => ({
      settings: await getSettings(db, viewer.userId),
    })),
    bind('PUT /r/learning_settings', async ({ body, viewer }) => ({
      settings: await changeSettings(db, viewer.userId, body),
    })),
    bind('GET /r/learning_forecast', async ({ viewer }) => ({
      forecastVec: await findForecasts(db, viewer, await getSettings(db, viewer.userId)),
    })),
    bind('GET /prompts', ({ query, reads }) => getPrompts(reads, query.postId)),
    bind('GET /r/prompts', ({ query, viewer }) => getPrompts(db, query.postId, viewer)),
    bind('PUT /r/prompts', async ({ body, viewer }) => ({
      promptModelVec: await changePrompts(db, viewer, body.postId, body.promptVec),
    })),
  ];
}

function found(answer: string | undefined): JsonText {
  if (answer === undefined) throw new ProblemError('not_found');
  return new JsonText(answer);
}
