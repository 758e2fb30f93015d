import type { Db } from '#db/pool.ts';
import { type Binding, bind, JsonText } from '#http/serve.ts';
import { listDrafts } from './queries.ts';

export function draftRoutes({ db }: { db: Db }): Binding[] {
  return [bind('GET /r/drafts', async ({ viewer }) => new JsonText(await listDrafts(db, viewer)))];
}
