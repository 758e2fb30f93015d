import webPush from 'web-push';
import type { Config } from '#config.ts';
import type { Database } from '#db/pool.ts';
import type { JobLog } from '#jobs/log.ts';
import { enqueue } from '#jobs/queue.ts';
import { OutboundError, postBytes } from '#lib/outbound.ts';
import { getDelivered, listStillUnread } from './delivery-queries.ts';
import type { DeliveryMetrics, PushOutcome } from './metrics.ts';
import { getPushKeys } from './push-keys.ts';
import {
  allowedEndpoint,
  deleteSubscription,
  findSubscription,
  isOnThisMachine,
  type SubscriptionRow,
} from './push-subscriptions.ts';
import { getNoticeSettings, isWanted } from './settings.ts';
import { noticeHref, pushText } from './text.ts';

/** Enqueued by `enqueue_pushes()`, in the transaction of the event. */
export interface Push {
  userId: number;
  subscriptionId: number;
  noticeId: number;
  /** Absent in the first run. */
  triesLeft?: number;
}

declare module '#jobs/queue.ts' {
  interface JobPayloads {
    'notices.push': Push;
  }
}

export interface PushDeps {
  db: Database;
  config: Pick<Config, 'pushHosts' | 'operatorEmail' | 'mailFrom'>;
  delivery: DeliveryMetrics;
  log: JobLog;
}

/** Seconds before each retry, the last one first. */
const retryDelays = [3_600, 600, 60, 10];
const longestDelay = 3_600;
const mostBytes = 10_000;
/** Seconds that a push service keeps a message for a browser that is off. */
const keptSeconds = 24 * 3_600;

/** Tells one browser of one notice, unless it was read or hidden meanwhile. */
export async function sendPush(
  deps: PushDeps,
  push: Push,
  { signal, timeoutMs = 10_000 }: { signal: AbortSignal; timeoutMs?: number },
): Promise<void> {
  const { db, config, log } = deps;
  const subscription = await findSubscription(db, push);
  if (!subscription) return;
  const url = allowedEndpoint(subscription.endpoint, config.pushHosts);
  const message = await findMessage(deps, push, subscription);
  if (!url || message === undefined) return deps.delivery.push('dropped');
  let answer: Awaited<ReturnType<typeof postBytes>>;
  try {
    const { headers, body } = await encrypt(deps, subscription, message);
    const allowPrivate = isOnThisMachine(url);
    answer = await postBytes(url, { headers, body, timeoutMs, maxBytes: mostBytes, signal, allowPrivate });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    log.info({ reason: error.message }, 'a push service could not be reached');
    return retry(deps, push);
  }
  const { status } = answer;
  if (status === 404 || status === 410) {
    await deleteSubscription(db, push.subscriptionId, subscription.endpoint);
    return deps.delivery.push('gone');
  }
  if (status === 429 || status >= 500) return retry(deps, push, Number(answer.retryAfter));
  const isSent = status >= 200 && status < 300;
  if (!isSent) log.warn({ host: url.hostname, status }, 'a push service refused a message');
  deps.delivery.push(isSent ? 'sent' : 'failed');
}

/** The payload for the service worker. It may be shown on a locked screen, so it contains no name and no title. */
async function findMessage(
  { db }: PushDeps,
  { userId, noticeId }: Push,
  { role }: SubscriptionRow,
): Promise<string | undefined> {
  const viewer = { userId, role, emailVerified: true, sessionId: 0, signedInAt: new Date() };
  const [id] = await listStillUnread(db, viewer, [noticeId]);
  if (id === undefined) return undefined;
  const [notice] = await getDelivered(db, viewer, [id]);
  if (!notice) return undefined;
  const { kinds } = await getNoticeSettings(db, userId);
  if (!isWanted(kinds, notice.kind, 'push')) return undefined;
  return JSON.stringify({
    title: 'Gyan',
    body: pushText(notice),
    // By the number of a card, since its address has the title.
    path: noticeHref({ ...notice, urlText: notice.cardId === null ? null : String(notice.cardId) }),
    tag: `notice-${noticeId}`,
  });
}

async function encrypt(
  { db, config }: PushDeps,
  { endpoint, p256dh, auth }: SubscriptionRow,
  message: string,
) {
  const details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, message, {
    vapidDetails: { subject: `mailto:${contactOf(config)}`, ...(await getPushKeys(db)) },
    TTL: keptSeconds,
  });
  // The body is empty only without a message.
  return { headers: details.headers as Record<string, string>, body: details.body ?? Buffer.alloc(0) };
}

/** Whom a push service writes to about this site. */
function contactOf({ operatorEmail, mailFrom }: PushDeps['config']): string {
  return operatorEmail ?? /<([^<>]+)>/.exec(mailFrom)?.[1] ?? mailFrom;
}

/** Waits at least as long as the push service asks for. */
async function retry(deps: PushDeps, push: Push, retryAfter = 0): Promise<void> {
  const triesLeft = (push.triesLeft ?? retryDelays.length) - 1;
  const delay = retryDelays[triesLeft];
  const outcome: PushOutcome = delay === undefined ? 'failed' : 'retried';
  deps.delivery.push(outcome);
  if (delay === undefined) return;
  const seconds = Math.max(delay, Math.min(longestDelay, retryAfter || 0));
  await enqueue(
    deps.db,
    'notices.push',
    { ...push, triesLeft },
    {
      key: `notices.push:${push.subscriptionId}:${push.noticeId}`,
      runAt: new Date(Date.now() + seconds * 1_000),
    },
  );
}
