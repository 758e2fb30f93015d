import { decodeCursor, pageSize } from '#db/page.ts';
import type { Database } from '#db/pool.ts';
import { userNotFound } from '#domains/users/actions.ts';
import { ownUserModel } from '#domains/users/view.ts';
import { type Binding, bind, JsonText } from '#http/serve.ts';
import { pinCard } from './actions.ts';
import { findProfile, newestOfAll, type ProfileList } from './queries.ts';

interface ProfileQuery {
  id: number;
  only?: ProfileList | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

export function profileRoutes({ db }: { db: Database }): Binding[] {
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
    bind('PUT /r/updatepinnedpost', async ({ body, viewer }) => ({
      userModel: ownUserModel(await pinCard(db, viewer, body.postId)),
    })),
  ];
}

function found(profile: string | undefined): JsonText {
  if (profile === undefined) throw userNotFound();
  return new JsonText(profile);
}
