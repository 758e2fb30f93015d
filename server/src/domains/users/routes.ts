import type { Db } from '#db/pool.ts';
import { type Binding, bind } from '#http/serve.ts';
import { ProblemError } from '#http/problems.ts';
import { findUser } from './queries.ts';
import { ownUserModel } from './view.ts';

export function userRoutes({ db }: { db: Db }): Binding[] {
  return [
    bind('GET /r/user', async ({ query, viewer }) => {
      const userId = query.userId ?? viewer.userId;
      // What a person may see of somebody else comes with profiles.
      if (userId !== viewer.userId) throw new ProblemError('not_built');
      const user = await findUser(db, userId);
      if (!user) throw new ProblemError('not_found');
      return { userModel: ownUserModel(user) };
    }),
  ];
}
