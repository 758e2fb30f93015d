import type { Database } from '#db/pool.ts';
import type { Limiter } from '#http/limits.ts';
import { type Binding, bind, JsonText } from '#http/serve.ts';
import { createToken, removeToken } from './actions.ts';
import { listTokens } from './queries.ts';

export function tokenRoutes(deps: { db: Database; limiter: Limiter }): Binding[] {
  const { db } = deps;
  return [
    bind('GET /r/tokens', async ({ viewer }) => new JsonText(await listTokens(db, viewer.userId))),
    bind('POST /r/tokens', async ({ body, viewer }) => {
      const { token, model } = await createToken(deps, viewer, body);
      return new JsonText(`{"token":${JSON.stringify(token)},"tokenModel":${model}}`);
    }),
    bind('DELETE /r/token', async ({ query, viewer }) => {
      await removeToken(db, viewer, query.tokenId);
      return {};
    }),
  ];
}
