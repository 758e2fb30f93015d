import { decodeCursor, pageSize } from '#db/page.ts';
import type { Db } from '#db/pool.ts';
import { userNotFound } from '#domains/users/actions.ts';
import { type Binding, bind, JsonText } from '#http/serve.ts';
import { findProfile, newestOfAll, type ProfileList } from './queries.ts';

interface ProfileQuery {
  id: number;
  only?: ProfileList | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

export function profileRoutes({ db }: { db: Db }): Binding[] {
  const pageOf = (query: ProfileQuery) => ({
    id: query.id,
    limit: pageSize(query),
    after: decodeCursor(query.cursor, newestOfAll),
    only: query.only,
  });
  return [
    bind('GET /user_profile', async ({ query, reads }) => found(await findProfile(reads, pageOf(query)))),
    bind('GET /r/user_profile', async ({ query, viewer }) =>
      found(await findProfile(db, pageOf(query), viewer)),
    ),
  ];
}

function found(profile: string | undefined): JsonText {
  if (profile === undefined) throw userNotFound();
  return new JsonText(profile);
}
