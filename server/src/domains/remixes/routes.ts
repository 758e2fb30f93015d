import type { Database } from '#db/pool.ts';
import { type Binding, bind, bindKeyed, JsonText } from '#http/serve.ts';
import { getChanges, remix, takeChanges } from './actions.ts';

export function remixRoutes({ db }: { db: Database }): Binding[] {
  return [
    bindKeyed('POST /r/remix', {
      write: async (tx, { body, viewer }) => new JsonText(await remix(tx, viewer, body)),
    }),
    bind('GET /r/remix_changes', ({ query, viewer }) => getChanges(db, viewer, query)),
    bind('PUT /r/remix_take', async ({ body, viewer }) => new JsonText(await takeChanges(db, viewer, body))),
  ];
}
