import { decodeCursor, pageSize } from '#db/page.ts';
import type { Db } from '#db/pool.ts';
import { type Binding, bind, JsonText } from '#http/serve.ts';
import { lastEdited, listDrafts } from './queries.ts';

export function draftRoutes({ db }: { db: Db }): Binding[] {
  return [
    bind('GET /r/drafts', async ({ viewer, query }) => {
      const page = { limit: pageSize(query), after: decodeCursor(query.cursor, lastEdited) };
      return new JsonText(await listDrafts(db, viewer, page));
    }),
  ];
}
