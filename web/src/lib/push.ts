import type { Api } from './api.ts';

/* Web Push in this browser. The service worker shows what arrives. */

export type PushState =
  /** No service worker or no push in this browser, or no https. */
  | 'unsupported'
  /** The user has forbidden notifications of this site in the browser. */
  | 'blocked'
  | 'off'
  | 'on';

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** The key as the server writes it: base64url without padding. */
const keyText = (key: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(key)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** The subscription of another key, of an earlier installation, cannot be used. */
function isUsable({ options: { applicationServerKey } }: PushSubscription, publicKey: string): boolean {
  return applicationServerKey !== null && keyText(applicationServerKey) === publicKey;
}

export async function readPushState(publicKey: string): Promise<PushState> {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return 'unsupported';
  const subscription = await findSubscription();
  return subscription && isUsable(subscription, publicKey) ? 'on' : 'off';
}

/** Stores the subscription on the server. */
export async function storePush(api: Api, subscription: PushSubscriptionJSON): Promise<void> {
  // The contract takes what `toJSON` gives.
  await api('POST /r/push_subscription', { body: subscription as never });
}

/** The server deletes a subscription with its session, which may have ended elsewhere; the browser keeps it. */
export async function renewPush(api: Api): Promise<void> {
  const subscription = await findSubscription();
  if (subscription) await storePush(api, subscription.toJSON());
}

/** Whether the browser would ask the user for permission. */
export const canAskForPush = () => isSupported() && Notification.permission === 'default';

/** Asks the user and subscribes; undefined when the user refuses. Call it on a click. */
export async function subscribeToPush(publicKey: string): Promise<PushSubscriptionJSON | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined;
  const registration = await navigator.serviceWorker.ready;
  // It may be of another key.
  await (await findSubscription())?.unsubscribe();
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  return subscription.toJSON();
}

/** Ends the subscription of this browser, here and on the server. */
export async function endPush(api: Api): Promise<void> {
  if (!isSupported()) return;
  const subscription = await findSubscription();
  if (!subscription) return;
  const { endpoint } = subscription;
  await subscription.unsubscribe();
  await api('DELETE /r/push_subscription', { query: { endpoint } });
}
