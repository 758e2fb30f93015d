import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Config } from '#config.ts';
import type { Database } from '#db/pool.ts';
import { confirmIdentity } from '#domains/auth/reauthentication.ts';
import type { Storage } from '#domains/storage/storage.ts';
import type { Limiter } from '#http/limits.ts';
import { type Binding, bind } from '#http/serve.ts';
import type { Viewer } from '#http/viewer.ts';
import { scheduleDeletion } from './deletion.ts';
import { exportAccount } from './export.ts';

export interface AccountDeps {
  db: Database;
  storage: Storage;
  limiter: Limiter;
  config: Pick<Config, 'publicUrl' | 'mailFrom'>;
}

export function accountRoutes(deps: AccountDeps): Binding[] {
  const zipOf = (viewer: Viewer, reply: FastifyReply): Readable => {
    const today = new Date().toISOString().slice(0, 10);
    reply.type('application/zip').header('content-disposition', `attachment; filename="gyan-${today}.zip"`);
    return Readable.from(exportAccount(deps, viewer.userId), { objectMode: false });
  };

  return [
    bind('GET /r/export', async ({ viewer, reply }) => {
      await confirmIdentity(deps, viewer, {});
      return zipOf(viewer, reply);
    }),
    bind('POST /r/export', async ({ body, viewer, reply }) => {
      await confirmIdentity(deps, viewer, { currentPasswd: body.currentPasswd });
      return zipOf(viewer, reply);
    }),
    bind('DELETE /r/account', async ({ body, viewer }) => {
      await confirmIdentity(deps, viewer, { currentPasswd: body?.currentPasswd });
      await scheduleDeletion(deps, viewer);
      return {};
    }),
  ];
}
