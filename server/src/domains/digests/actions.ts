import { noticeKinds } from '@gyan/contract/notices.ts';
import type { Config } from '#config.ts';
import type { Database, Transaction } from '#db/pool.ts';
import { queueMail } from '#domains/mail/actions.ts';
import type { Rewrite } from '#domains/mail/jobs.ts';
import { renderEmail } from '#domains/mail/render.ts';
import { listStillUnread, listUndigested, markDigested } from '#domains/notices/delivery-queries.ts';
import type { DeliveryMetrics } from '#domains/notices/metrics.ts';
import { getNoticeSettings, isWanted } from '#domains/notices/settings.ts';
import { unsubscribeUrl } from '#domains/notices/unsubscribe.ts';
import { viewerOf, writeDigest } from './email.ts';
import {
  findDigestOf,
  insertDigest,
  listRecipients,
  listZones,
  type Recipient,
  type SentPeriod,
  setDigestEmail,
  setZoneDay,
} from './queries.ts';
import { dayBefore, digestDay, mondayBetween } from './schedule.ts';

export interface DigestDeps {
  db: Database;
  config: Pick<Config, 'publicUrl' | 'mailFrom'>;
  delivery: DeliveryMetrics;
}

/** Queues the digests that are due, in every time zone in which it has become seven o'clock. */
export async function queueDigests(deps: DigestDeps, signal: AbortSignal, now = new Date()): Promise<void> {
  for (const { zone, last } of await listZones(deps.db)) {
    const day = digestDay(now, zone);
    if (last !== null && last >= day) continue;
    const days = { daily: day, weekly: mondayBetween(last ?? dayBefore(day), day) };
    await queueInZone(deps, zone, days, signal);
    await setZoneDay(deps.db, zone, day);
  }
}

/** The day of the period that is due. */
type DueDays = Record<SentPeriod, string | undefined>;

async function queueInZone(
  deps: DigestDeps,
  zone: string,
  days: DueDays,
  signal: AbortSignal,
): Promise<void> {
  const periods = (['daily', 'weekly'] as const).filter((period) => days[period] !== undefined);
  let recipients: Recipient[];
  let afterId = 0;
  do {
    recipients = await listRecipients(deps.db, { zone, periods, afterId });
    for (const recipient of recipients) {
      signal.throwIfAborted();
      const day = days[recipient.period];
      if (day !== undefined) await queueDigest(deps, recipient, day);
      afterId = recipient.id;
    }
  } while (recipients.length > 0);
}

/** The row of the period, the marks on its notices and the e-mail are written together, or not at all. */
async function queueDigest({ db, config, delivery }: DigestDeps, recipient: Recipient, day: string) {
  const isQueued = await db.transaction(async (tx) => {
    const noticeIds = await listUndigested(tx, viewerOf(recipient), await mailedKinds(tx, recipient.id));
    if (noticeIds.length === 0) return false;
    const digestId = await insertDigest(tx, { userId: recipient.id, day, noticeIds });
    if (digestId === undefined) return false;
    await markDigested(tx, noticeIds);
    const emailId = await queueMail(tx, config, {
      to: recipient.email,
      kind: 'digest',
      content: {
        ...emptyEmail,
        unsubscribeUrl: await unsubscribeUrl(tx, config, recipient.id, 'digest'),
      },
    });
    await setDigestEmail(tx, digestId, emailId);
    return true;
  });
  if (isQueued) delivery.digest('queued');
}

/** A waiting digest contains no names: `rewriteDigest` writes its text when it is sent. */
const emptyEmail = { subject: 'Your notices on Gyan', preview: '', heading: '', paragraphs: [] };

async function mailedKinds(tx: Transaction, userId: number) {
  const { kinds } = await getNoticeSettings(tx, userId);
  return noticeKinds.filter((kind) => isWanted(kinds, kind, 'mail'));
}

/** A digest when it is sent: without what was read, hidden or switched off since it was queued. */
export const rewriteDigest =
  ({ config, delivery }: Omit<DigestDeps, 'db'>): Rewrite =>
  async (tx, { id }) => {
    const digest = await findDigestOf(tx, id);
    const kinds = digest && (await mailedKinds(tx, digest.id));
    const noticeIds = digest && (await listStillUnread(tx, viewerOf(digest), digest.noticeIds, kinds));
    if (!digest || !noticeIds?.length) {
      delivery.digest('dropped');
      return undefined;
    }
    await markDigested(tx, noticeIds);
    return renderEmail(await writeDigest(tx, config, digest, noticeIds), config.publicUrl);
  };
