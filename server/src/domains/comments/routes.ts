import { decodeCursor, pageSize } from '#db/page.ts';
import type { Database } from '#db/pool.ts';
import type { NewAccountConfig } from '#domains/users/new-accounts.ts';
import { ProblemError } from '#http/problems.ts';
import { type Binding, bind, bindKeyed, JsonText } from '#http/serve.ts';
import { addComment, editComment, removeComment } from './actions.ts';
import { listComments, newestComment } from './queries.ts';

export function commentRoutes({ db, config }: { db: Database; config: NewAccountConfig }): Binding[] {
  const pageOf = (query: { postId: number; limit?: number | undefined; cursor?: string | undefined }) => ({
    cardId: query.postId,
    limit: pageSize(query),
    after: decodeCursor(query.cursor, newestComment),
  });

  return [
    bind('GET /comments', async ({ query, reads }) => belowCard(await listComments(reads, pageOf(query)))),
    bind('GET /r/comments', async ({ query, viewer }) =>
      belowCard(await listComments(db, pageOf(query), viewer)),
    ),
    bindKeyed('POST /r/comment', {
      write: async (db, { body, viewer }) =>
        belowCard(await addComment(db, config, viewer, body), body.answerTo !== undefined),
    }),
    bind('PUT /r/comment', async ({ body, viewer }) => {
      const edit = { commentId: body.commentId, text: body.rawText };
      return new JsonText(await editComment(db, config, viewer, edit));
    }),
    bind('DELETE /r/comment', async ({ query, viewer }) => ({
      commentCount: await removeComment(db, viewer, query.commentId),
    })),
  ];
}

function belowCard(answer: string | undefined, isAnswer = false): JsonText {
  if (answer === undefined) {
    const what = isAnswer ? 'This card, or the comment you answer,' : 'This card';
    throw new ProblemError('not_found', `${what} is not here, or not any more.`);
  }
  return new JsonText(answer);
}
