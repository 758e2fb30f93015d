import { storedValue } from '#lib/stored-value.ts';

/** Whether the user has read a notice here, and then whether the offer was answered. For good, per browser. */
const offer = storedValue<'wanted' | 'answered'>('localStorage', 'pushOffer');

/** The useful moment after which pushes are offered. */
export function noticeWasRead() {
  if (offer.read() === undefined) offer.write('wanted');
}

/** Accepted or dismissed: it is never offered again. */
export const answerPushOffer = () => offer.write('answered');

export const isPushOfferDue = () => offer.read() === 'wanted';
