import { actSentence, acts } from '@gyan/contract/moderation-acts.ts';
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

interface Sentence extends NoticeWords {
  who: string;
  what: string;
}

const sentences: Record<NoticeKind, (words: Sentence) => string> = {
  like: ({ who, what }) => `${who} liked ${what}`,
  comment: ({ objectKind, who, what }) =>
    objectKind === 'comment' ? `${who} answered your comment on ${what}` : `${who} commented on ${what}`,
  mention: ({ who, what }) => `${who} mentioned you in a comment on ${what}`,
  connection_request: ({ title }) => `${title} would like to connect`,
  connection_accepted: ({ title }) => `${title} accepted your connection request`,
  card_in_followed: ({ objectKind, who, what }) =>
    objectKind === 'card' ? `${who} posted ${what}` : `${who} added something new to ${what}`,
  great: ({ what }) => `${what} was marked as great`,
  moderation: moderationText,
  creator_access: ({ detail }) =>
    `Your request for creator access was ${detail === 'granted' ? 'granted' : 'declined'}`,
  review_due: () => 'Cards are waiting for your review',
  invitation_accepted: ({ title }) => `${title} accepted your invitation`,
  remix: remixText,
};

const answers: Record<string, string> = {
  'report-acted': 'An admin acted on your report',
  'report-dismissed': 'An admin looked at your report and found no breach of the rules',
  'appeal-upheld': 'Your appeal succeeded',
  'appeal-declined': 'Your appeal was declined',
};

/** The detail names the moderation act and its id, or the outcome of a report or appeal. The lock call writes none. */
function moderationText({ detail, objectKind, title }: Sentence): string {
  const name = detail?.split(':')[0] ?? 'lock';
  const act = acts.find((each) => each === name) ?? 'dismiss';
  return answers[name] ?? actSentence(act, objectKind, title);
}

/** The detail says what became of a suggestion; remixes have none. */
function remixText({ detail, actorCount, who, what }: Sentence): string {
  if (detail === null) return `${who} made a remix of ${what}`;
  if (detail === 'suggested') return `${who} suggested a change to ${what}`;
  // Admins who decide are not named.
  return actorCount === 0
    ? `Your suggestion for ${what} was ${detail}`
    : `${who} ${detail} your suggestion for ${what}`;
}

/** The sentence of a notice, for the list and e-mails. */
export function noticeText(words: NoticeWords): string {
  const who = listNames(words.names, words.actorCount);
  return sentences[words.kind]({ ...words, who, what: `“${words.title}”` });
}

const privateSentences: Record<NoticeKind, string> = {
  like: 'Somebody liked something of yours',
  comment: 'Somebody commented on your card',
  mention: 'Somebody mentioned you in a comment',
  connection_request: 'Somebody would like to connect',
  connection_accepted: 'Your connection request was accepted',
  card_in_followed: 'There is something new in what you follow',
  great: 'Something of yours was marked as great',
  moderation: 'An admin looked at something of yours',
  creator_access: 'Your request for creator access was answered',
  review_due: 'Cards are waiting for your review',
  invitation_accepted: 'Your invitation was accepted',
  remix: 'Somebody made a remix of something of yours',
};

/** The same without names and titles. */
export function pushText({
  kind,
  objectKind,
  detail,
}: Pick<NoticeWords, 'kind' | 'objectKind' | 'detail'>): string {
  if (kind === 'comment' && objectKind === 'comment') return 'Somebody answered your comment';
  if (kind === 'remix' && detail === 'suggested') return 'Somebody suggested a change to your card';
  if (kind === 'remix' && detail !== null) return 'Your suggestion was answered';
  return privateSentences[kind];
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
  /** The id of what the latest event made. */
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
    case 'remix':
      return remixHref(place);
    case 'moderation':
      return moderationHref(place);
    default:
      return objectHref(place);
  }
}

/** The statement of a moderation act, or the list of own reports. */
function moderationHref(place: NoticePlace): string {
  if (place.detail === null) return objectHref(place);
  const [what = '', id = ''] = place.detail.split(':');
  return what.startsWith('report-') ? `/statements?tab=reports#report-${id}` : `/statements#act-${id}`;
}

/** The copy, or the suggestion, whose `actId` is its negative id. Without an actor there is none. */
function remixHref({ objectKind, actId, detail }: NoticePlace): string {
  if (detail === null) return objectKind === 'chain' ? `/ch/${actId}` : `/pd/${actId}`;
  const anchor = actId === 0 ? '' : `#suggestion-${-actId}`;
  return detail === 'suggested' ? `/suggestions${anchor}` : `/suggestions?tab=sent${anchor}`;
}

function objectHref({ objectKind, objectId, urlText, kind, actId }: NoticePlace): string {
  const card = `/pd/${encodeURIComponent(urlText ?? '')}`;
  const comment = `${card}#comment-${actId}`;
  const hrefs: Record<NoticeObject['kind'], string> = {
    card: kind === 'comment' ? comment : card,
    comment,
    chain: `/ch/${objectId}`,
    subject: `/sub/${objectId}`,
    user: `/up/${objectId}`,
  };
  return hrefs[objectKind];
}
