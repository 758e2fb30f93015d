import { Readable } from 'node:stream';
import type { Config } from '#config.ts';
import type { Database } from '#db/pool.ts';
import { confirmIdentity } from '#domains/auth/reauthentication.ts';
import type { Storage } from '#domains/storage/storage.ts';
import type { Limiter } from '#http/limits.ts';
import { type Binding, bind } from '#http/serve.ts';
import { exportAccount } from './export.ts';
import { leave } from './leaving.ts';

export interface AccountDeps {
  db: Database;
  storage: Storage;
  limiter: Limiter;
  config: Pick<Config, 'publicUrl' | 'mailFrom'>;
}

export function accountRoutes(deps: AccountDeps): Binding[] {
  return [
    bind('GET /r/export', async ({ query, viewer, reply }) => {
      await confirmIdentity(deps, viewer, query.currentPasswd);
      const today = new Date().toISOString().slice(0, 10);
      reply.type('application/zip').header('content-disposition', `attachment; filename="gyan-${today}.zip"`);
      return Readable.from(exportAccount(deps, viewer.userId), { objectMode: false });
    }),
    bind('DELETE /r/account', async ({ query, body, viewer }) => {
      await confirmIdentity(deps, viewer, body?.currentPasswd ?? query.currentPasswd);
      await leave(deps, viewer);
      return {};
    }),
  ];
}
