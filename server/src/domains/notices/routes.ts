import type { Config } from '#config.ts';
import { decodeCursor, pageSize } from '#db/page.ts';
import type { Database } from '#db/pool.ts';
import { invalidField, ProblemError } from '#http/problems.ts';
import { type Binding, bind, bindKeyed, JsonText, RevalidatedJson } from '#http/serve.ts';
import type { Viewer } from '#http/viewer.ts';
import { listFollows, newestFollow } from './follow-queries.ts';
import { changeFollow } from './follows.ts';
import { getPushKeys } from './push-keys.ts';
import { subscribe, unsubscribe } from './push-subscriptions.ts';
import { countUnread, listNotices, markAllSeen, markSeen, newestNotice } from './queries.ts';
import { changeNoticeSettings, getNoticeSettings, type StoredSettings } from './settings.ts';
import { unsubscribeBy } from './unsubscribe.ts';
import { noticesAnswer } from './view.ts';

export function noticeRoutes({ db, config }: { db: Database; config: Pick<Config, 'pushHosts'> }): Binding[] {
  const unreadCount = async (viewer: Viewer) => ({ unreadCount: await countUnread(db, viewer) });
  const withPushKey = async (settings: StoredSettings) => ({
    settings: { ...settings, pushKey: (await getPushKeys(db)).publicKey },
  });

  return [
    bind('GET /r/notices', async ({ query, viewer }) => {
      const limit = pageSize(query);
      const after = decodeCursor(query.cursor, newestNotice);
      return new JsonText(
        noticesAnswer(await listNotices(db, viewer, { limit, after, kind: query.kind }), limit),
      );
    }),
    bind('GET /r/notice_count', async ({ viewer }) => {
      const count = await countUnread(db, viewer);
      return new RevalidatedJson(JSON.stringify({ unreadCount: count }), `"${count}"`);
    }),
    bind('PUT /r/notices_seen', async ({ body, viewer }) => {
      if (body.noticeId !== undefined) {
        if (!(await markSeen(db, viewer.userId, body.noticeId))) throw new ProblemError('not_found');
      } else if (body.all) {
        await markAllSeen(db, viewer.userId);
      } else {
        throw invalidField('noticeId', 'Name a notice, or all of them');
      }
      return unreadCount(viewer);
    }),
    bind('PUT /r/follow', async ({ body, viewer }) => {
      await changeFollow(db, viewer, body);
      return { level: body.level };
    }),
    bind(
      'GET /r/follows',
      async ({ query, viewer }) =>
        new JsonText(
          await listFollows(db, viewer, {
            limit: pageSize(query),
            after: decodeCursor(query.cursor, newestFollow),
            kind: query.kind,
            id: query.id,
          }),
        ),
    ),
    bind('GET /r/notice_settings', async ({ viewer }) =>
      withPushKey(await getNoticeSettings(db, viewer.userId)),
    ),
    bind('PUT /r/notice_settings', async ({ body, viewer }) =>
      withPushKey(await changeNoticeSettings(db, viewer.userId, body)),
    ),
    bind('POST /unsubscribe', async ({ body }) => {
      await unsubscribeBy(db, body.t);
      return {};
    }),
    bindKeyed('POST /r/push_subscription', {
      async write(tx, { body, viewer }) {
        await subscribe(tx, viewer, body, config);
        return {};
      },
    }),
    bind('DELETE /r/push_subscription', async ({ query, viewer }) => {
      await unsubscribe(db, viewer.userId, query.endpoint);
      return {};
    }),
  ];
}
