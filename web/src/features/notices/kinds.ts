import type { NoticeKind } from '@gyan/contract/notices.ts';

interface KindTexts {
  /** In the filter and in the settings. */
  label: string;
  /** What the notices of this kind tell. */
  hint: string;
}

/** In the order of the settings. */
export const kindTexts: Record<NoticeKind, KindTexts> = {
  comment: { label: 'Comments', hint: 'Somebody comments on your card or answers your comment.' },
  mention: { label: 'Mentions', hint: 'Somebody names you in a comment.' },
  connection_request: { label: 'Connection requests', hint: 'Somebody wants to connect with you.' },
  connection_accepted: { label: 'Accepted requests', hint: 'Somebody accepts your connection request.' },
  invitation_accepted: { label: 'Accepted invitations', hint: 'Somebody you invited joins.' },
  like: { label: 'Likes', hint: 'Somebody likes your card, chain or subject.' },
  remix: {
    label: 'Remixes and suggestions',
    hint: 'Somebody copies your card or chain, suggests a change, or answers your suggestion.',
  },
  card_in_followed: { label: 'What you follow', hint: 'A new card or chain in what you follow.' },
  great: { label: 'Great', hint: 'An admin marks your card, chain or subject as great.' },
  creator_access: { label: 'Creator access', hint: 'Your request for creator access is answered.' },
  moderation: {
    label: 'Moderation',
    hint: 'An admin decides about you or something of yours. Always shown here.',
  },
  review_due: { label: 'Reviews', hint: 'Cards wait for your review. At most once a day.' },
};

export const kindList = Object.keys(kindTexts) as NoticeKind[];

export const isNoticeKind = (value: string | null): value is NoticeKind =>
  value !== null && Object.hasOwn(kindTexts, value);
