import { createECDH } from 'node:crypto';
import type { ParsedBody } from '@gyan/contract/calls.ts';
import sql from 'sql-template-tag';
import type { Db, TransactionalDb } from '#db/pool.ts';
import { invalidField, ProblemError } from '#http/problems.ts';
import type { Role, Viewer } from '#http/viewer.ts';

/** Browsers of one user; a new one replaces the oldest. */
const mostSubscriptions = 20;

const loopback = new Set(['localhost', '127.0.0.1']);

/** An endpoint of an allowed push service. Only hosts of this machine may be reached without encryption. */
export function allowedEndpoint(endpoint: string, hosts: readonly string[]): URL | undefined {
  const url = URL.parse(endpoint);
  if (!url || url.username !== '' || url.password !== '') return undefined;
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isOnThisMachine(url))) return undefined;
  const isAllowed = hosts.some((host) =>
    host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host,
  );
  return isAllowed ? url : undefined;
}

export const isOnThisMachine = ({ hostname }: URL) => loopback.has(hostname);

/** The keys are a point on the curve P-256 and 16 bytes. */
function areKeys({ p256dh, auth }: { p256dh: string; auth: string }): boolean {
  if (![p256dh, auth].every((key) => /^[\w-]+=*$/.test(key))) return false;
  if (Buffer.from(auth, 'base64url').length !== 16) return false;
  try {
    const curve = createECDH('prime256v1');
    curve.generateKeys();
    curve.computeSecret(p256dh, 'base64url');
    return Buffer.from(p256dh, 'base64url').length === 65;
  } catch {
    return false;
  }
}

/** Ends with the session of the browser. */
export async function subscribe(
  db: TransactionalDb,
  viewer: Viewer,
  { endpoint, keys }: ParsedBody<'POST /r/push_subscription'>,
  { pushHosts }: { pushHosts: readonly string[] },
): Promise<void> {
  const url = allowedEndpoint(endpoint, pushHosts);
  if (!url) throw invalidField('endpoint', 'This push service is not supported');
  if (!areKeys(keys)) throw invalidField('keys', 'Not the keys of a push subscription');
  await db.transaction(async (tx) => {
    const rows = await tx.query(sql`
      insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth)
      select user_id, id, ${url.href}, ${keys.p256dh}, ${keys.auth} from sessions where id = ${viewer.sessionId}
      on conflict (endpoint) do update
      set user_id = excluded.user_id, session_id = excluded.session_id, p256dh = excluded.p256dh,
        auth = excluded.auth, created_at = now()
      returning id`);
    if (rows.length === 0) throw new ProblemError('unauthenticated');
    await tx.query(sql`
      delete from push_subscriptions
      where id in (
        select id from push_subscriptions where user_id = ${viewer.userId}
        order by created_at desc, id desc offset ${mostSubscriptions}
      )`);
  });
}

export async function unsubscribe(db: Db, userId: number, endpoint: string): Promise<void> {
  await db.query(sql`
    delete from push_subscriptions
    where user_id = ${userId} and endpoint = ${URL.parse(endpoint)?.href ?? endpoint}`);
}

export interface SubscriptionRow {
  endpoint: string;
  p256dh: string;
  auth: string;
  role: Role;
}

/** Undefined if it ended, with its session or by its user. */
export async function findSubscription(
  db: Db,
  { subscriptionId, userId }: { subscriptionId: number; userId: number },
): Promise<SubscriptionRow | undefined> {
  const [row] = await db.query<SubscriptionRow>(sql`
    select subscription.endpoint, subscription.p256dh, subscription.auth, users.role
    from push_subscriptions as subscription
    join sessions on sessions.id = subscription.session_id and sessions.expires_at > now()
    join users on users.id = subscription.user_id and users.leaving_at is null
    where subscription.id = ${subscriptionId} and subscription.user_id = ${userId}`);
  return row;
}

/** Only as it was when the push service refused it: the browser may have renewed it since. */
export async function deleteSubscription(db: Db, id: number, endpoint: string): Promise<void> {
  await db.query(sql`delete from push_subscriptions where id = ${id} and endpoint = ${endpoint}`);
}
