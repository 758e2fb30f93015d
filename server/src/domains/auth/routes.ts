import type { Db } from '#db/pool.ts';
import { ownUserModel } from '#domains/users/view.ts';
import { countedAddress } from '#http/addresses.ts';
import type { Limiter } from '#http/limits.ts';
import { type Binding, bind } from '#http/serve.ts';
import { signIn } from './actions.ts';
import { deleteSession } from './queries.ts';

export function authRoutes(deps: { db: Db; limiter: Limiter }): Binding[] {
  return [
    bind('POST /login', async ({ body, request }) => {
      const { authToken, user } = await signIn(deps, {
        email: body.emailId,
        password: body.password,
        address: countedAddress(request.ip),
        userAgent: request.headers['user-agent'],
      });
      return { authToken, userModel: ownUserModel(user) };
    }),
    bind('POST /r/logout', async ({ viewer }) => {
      await deleteSession(deps.db, viewer.sessionId);
      return {};
    }),
  ];
}
