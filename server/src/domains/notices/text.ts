import type { NoticeKind } from '@gyan/contract/notices.ts';
import type { NoticeObject } from './tell.ts';

/** What the sentence of a notice is made of. */
export interface NoticeWords {
  kind: NoticeKind;
  objectKind: NoticeObject['kind'];
  /** Of a user, the full name. */
  title: string;
  /** The latest actors, at most three. */
  names: readonly string[];
  actorCount: number;
  detail: string | null;
}

/** The sentence of a notice, for the list, e-mails and push messages. */
export function noticeText(words: NoticeWords): string {
  const who = listNames(words.names, words.actorCount);
  const what = `“${words.title}”`;
  switch (words.kind) {
    case 'like':
      return `${who} liked ${what}`;
    case 'comment':
      return words.objectKind === 'comment'
        ? `${who} answered your comment on ${what}`
        : `${who} commented on ${what}`;
    case 'mention':
      return `${who} mentioned you in a comment on ${what}`;
    case 'connection_request':
      return `${words.title} would like to connect`;
    case 'connection_accepted':
      return `${words.title} accepted your connection request`;
    case 'card_in_followed':
      return words.objectKind === 'card' ? `${who} posted ${what}` : `${who} added something new to ${what}`;
    case 'great':
      return `${what} was marked as great`;
    case 'moderation':
      return `${what} was locked by an admin`;
    case 'creator_access':
      return words.detail === 'granted'
        ? 'Your request for creator access was granted'
        : 'Your request for creator access was declined';
    case 'review_due':
      return 'Cards are waiting for your review';
    case 'invitation_accepted':
      return `${words.title} accepted your invitation`;
    case 'remix':
      return `${who} made a remix of ${what}`;
  }
}

/** Up to three names; of more, two and the number of the others. */
function listNames(names: readonly string[], count: number): string {
  const [first = 'Somebody', second, third] = names;
  if (count <= 1) return first;
  if (count === 2 && second !== undefined) return `${first} and ${second}`;
  if (count === 3 && second !== undefined && third !== undefined) return `${first}, ${second} and ${third}`;
  return second === undefined
    ? `${first} and ${others(count - 1)}`
    : `${first}, ${second} and ${others(count - 2)}`;
}

const others = (count: number) => (count === 1 ? '1 other' : `${count} others`);

export interface NoticePlace {
  kind: NoticeKind;
  objectKind: NoticeObject['kind'];
  objectId: number;
  /** Of the card, or of the card a comment is on. */
  urlText: string | null;
  /** What the latest act made. */
  actId: number;
  detail: string | null;
}

/** The path in the web app where a notice leads. */
export function noticeHref(place: NoticePlace): string {
  switch (place.kind) {
    case 'connection_request':
      return `/conns?tab=received#request-${place.actId}`;
    case 'creator_access':
      return place.detail === 'granted' ? '/cp' : '/feed';
    case 'review_due':
      return '/learn/review';
    default:
      return objectHref(place);
  }
}

function objectHref({ objectKind, objectId, urlText, kind, actId }: NoticePlace): string {
  const card = `/pd/${encodeURIComponent(urlText ?? '')}`;
  switch (objectKind) {
    case 'card':
      return kind === 'comment' ? `${card}#comment-${actId}` : card;
    case 'comment':
      return `${card}#comment-${actId}`;
    case 'chain':
      return `/ch/${objectId}`;
    case 'subject':
      return `/sub/${objectId}`;
    case 'user':
      return `/up/${objectId}`;
  }
}
