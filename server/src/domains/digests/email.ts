import type { NoticeKind } from '@gyan/contract/notices.ts';
import type { Config } from '#config.ts';
import type { Db } from '#db/pool.ts';
import { digestEmail, type EmailContent, type EmailItem, emailLink, mailName } from '#domains/mail/emails.ts';
import { photoUrl } from '#domains/media/files.ts';
import { type DeliveredNotice, getDelivered } from '#domains/notices/delivery-queries.ts';
import { noticeHref, noticeText } from '#domains/notices/text.ts';
import { unsubscribeUrl } from '#domains/notices/unsubscribe.ts';
import type { Viewer } from '#http/viewer.ts';
import type { Recipient } from './queries.ts';

/** Notices that are named; the others are on the site. */
const mostItems = 12;

/** What each kind is called in the link that stops it. */
const kindNames: Record<NoticeKind, string> = {
  like: 'likes',
  comment: 'comments',
  mention: 'mentions',
  connection_request: 'connection requests',
  connection_accepted: 'accepted requests',
  card_in_followed: 'what you follow',
  great: 'great marks',
  moderation: 'moderation',
  creator_access: 'creator access',
  review_due: 'reviews',
  invitation_accepted: 'accepted invitations',
  remix: 'remixes and suggestions',
};

export const viewerOf = ({ id, role }: Recipient): Viewer => ({
  userId: id,
  role,
  emailVerified: true,
  sessionId: 0,
  signedInAt: new Date(),
});

/** The e-mail about these notices, which are unread and shown to the recipient; newest first. */
export async function writeDigest(
  db: Db,
  config: Pick<Config, 'publicUrl'>,
  recipient: Recipient,
  noticeIds: readonly number[],
): Promise<EmailContent> {
  const notices = await getDelivered(db, viewerOf(recipient), noticeIds.slice(0, mostItems));
  const stop = (kind: NoticeKind | 'digest') => unsubscribeUrl(db, config, recipient.id, kind);
  const stops = [];
  for (const kind of new Set(notices.map((notice) => notice.kind))) {
    stops.push({ label: `Stop e-mails about ${kindNames[kind]}`, url: await stop(kind) });
  }
  return digestEmail({
    firstName: recipient.first_name,
    period: recipient.period,
    items: notices.map((notice) => itemOf(notice, config.publicUrl)),
    count: noticeIds.length,
    url: emailLink(config.publicUrl, '/notices'),
    settingsUrl: emailLink(config.publicUrl, '/set', { tab: 'notices' }),
    stops,
    unsubscribeUrl: await stop('digest'),
  });
}

function itemOf(notice: DeliveredNotice, publicUrl: string): EmailItem {
  const [words = '', urlText = null] = notice.words ?? [];
  const title = notice.objectKind === 'user' ? mailName(words) : words;
  return {
    text: noticeText({ ...notice, title, names: notice.names.map(mailName) }),
    url: publicUrl + noticeHref({ ...notice, urlText }),
    ...(notice.photoKey === null ? {} : { pictureUrl: publicUrl + photoUrl(notice.photoKey, 'sm') }),
  };
}
