import type { ParsedBody } from '@gyan/contract/calls.ts';
import {
  type DigestPeriod,
  type NoticeChannels,
  type NoticeKind,
  type NoticeSettings,
  noticeKinds,
} from '@gyan/contract/notices.ts';
import sql from 'sql-template-tag';
import type { Database, Db } from '#db/pool.ts';
import { lockUser } from '#domains/users/queries.ts';

export type StoredSettings = Omit<NoticeSettings, 'pushKey'>;

const everywhere: NoticeChannels = { app: true, mail: true, push: true };
const withoutPush: NoticeChannels = { ...everywhere, push: false };

/**
 * Until a user chooses otherwise. `tell()` assumes that every kind but `review_due` goes to the list,
 * `enqueue_pushes()` which kinds are pushed.
 */
const defaults: Record<NoticeKind, NoticeChannels> = {
  like: withoutPush,
  comment: everywhere,
  mention: everywhere,
  connection_request: everywhere,
  connection_accepted: everywhere,
  card_in_followed: everywhere,
  great: withoutPush,
  moderation: everywhere,
  creator_access: everywhere,
  review_due: { app: false, mail: false, push: false },
  invitation_accepted: everywhere,
  remix: everywhere,
};

export async function getNoticeSettings(db: Db, userId: number): Promise<StoredSettings> {
  const [row] = await db.query<{ digest: DigestPeriod; kinds: Partial<typeof defaults> | null }>(sql`
    select coalesce((select digest from notice_settings where user_id = ${userId}), 'weekly') as digest,
      (
        select json_object_agg(kind, json_build_object('app', app, 'mail', mail, 'push', push))
        from notice_channels where user_id = ${userId}
      ) as kinds`);
  return { digest: row?.digest ?? 'weekly', kinds: { ...defaults, ...row?.kinds } };
}

/** Without the notice itself there is no e-mail or push. Notices of moderation cannot be switched off. */
export const isWanted = (
  kinds: StoredSettings['kinds'],
  kind: NoticeKind,
  channel: 'mail' | 'push',
): boolean => kinds[kind][channel] && (kinds[kind].app || kind === 'moderation');

/** Whether a user wants e-mails about what another user did. */
export async function wantsMail(
  db: Db,
  userId: number,
  { kind, actorId }: { kind: NoticeKind; actorId: number },
): Promise<boolean> {
  const { kinds } = await getNoticeSettings(db, userId);
  if (!isWanted(kinds, kind, 'mail')) return false;
  const mutes = await db.query(sql`select from mutes where user_id = ${userId} and muted_id = ${actorId}`);
  return mutes.length === 0;
}

/** What is left out stays. */
export async function changeNoticeSettings(
  db: Database,
  userId: number,
  { digest, kinds = {} }: ParsedBody<'PUT /r/notice_settings'>,
): Promise<StoredSettings> {
  return db.transaction(async (tx) => {
    // Locked, so that two partial changes at once do not undo each other.
    await lockUser(tx, userId);
    const before = await getNoticeSettings(tx, userId);
    if (digest !== undefined) {
      await tx.query(sql`
        insert into notice_settings (user_id, digest) values (${userId}, ${digest})
        on conflict (user_id) do update set digest = excluded.digest`);
    }
    for (const kind of noticeKinds) {
      const change = kinds[kind];
      if (!change) continue;
      const { app, mail, push } = before.kinds[kind];
      await tx.query(sql`
        insert into notice_channels (user_id, kind, app, mail, push)
        values (${userId}, ${kind}, ${change.app ?? app}, ${change.mail ?? mail}, ${change.push ?? push})
        on conflict (user_id, kind) do update set app = excluded.app, mail = excluded.mail, push = excluded.push`);
    }
    return getNoticeSettings(tx, userId);
  });
}
