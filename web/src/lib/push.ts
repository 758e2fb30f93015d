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

export async function readPushState(): Promise<PushState> {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return 'unsupported';
  return (await findSubscription()) ? 'on' : 'off';
}

/** Whether the browser would ask the user for permission. */
export const canAskForPush = () => isSupported() && Notification.permission === 'default';

/** Asks the user and subscribes; undefined when the user refuses. Call it on a click. */
export async function subscribeToPush(publicKey: string): Promise<PushSubscriptionJSON | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined;
  const registration = await navigator.serviceWorker.ready;
  // The subscription of another key, of an earlier installation, cannot be used.
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
