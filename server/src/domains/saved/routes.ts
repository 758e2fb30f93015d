import { decodeCursor, pageSize } from '#db/page.ts';
import type { Database } from '#db/pool.ts';
import { type Binding, bind, bindKeyed, JsonText } from '#http/serve.ts';
import { checkList, createList, getState, notFound, removeList, renameList, setSaved } from './actions.ts';
import { lastUsedChain, listChainChoices } from './chain-choices.ts';
import { findLists, latestSaved, listSaved } from './queries.ts';

export function savedRoutes({ db }: { db: Database }): Binding[] {
  return [
    bind('GET /r/saved', async ({ query, viewer }) => {
      if (query.listId !== undefined) await checkList(db, viewer, query.listId);
      const after = decodeCursor(query.cursor, latestSaved);
      return new JsonText(
        await listSaved(db, viewer, { limit: pageSize(query), after, listId: query.listId }),
      );
    }),
    bind('PUT /r/saved', ({ body, viewer }) => setSaved(db, viewer, body)),
    bind('GET /r/saved_state', ({ query, viewer }) => getState(db, viewer, query)),
    bind('GET /r/saved_list', async ({ viewer }) => ({ savedListModelVec: await findLists(db, viewer) })),
    bindKeyed('POST /r/saved_list', {
      write: async (tx, { body, viewer }) => ({ savedListModel: await createList(tx, viewer, body.title) }),
    }),
    bind('PUT /r/saved_list', async ({ body, viewer }) => ({
      savedListModel: await renameList(db, viewer, body),
    })),
    bind('DELETE /r/saved_list', async ({ query, viewer }) => {
      await removeList(db, viewer, query.listId);
      return {};
    }),
    bind('GET /r/chain_choices', async ({ query, viewer }) => {
      const after = decodeCursor(query.cursor, lastUsedChain);
      const answer = await listChainChoices(db, viewer, {
        cardId: query.postId,
        limit: pageSize(query),
        after,
      });
      if (answer === undefined) throw notFound();
      return new JsonText(answer);
    }),
  ];
}
