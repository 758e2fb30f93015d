import type { ReportReason } from '@gyan/contract/moderated.ts';
import type { ReportedKind } from '@gyan/contract/moderation.ts';
import type { NoticeObject } from '#domains/notices/tell.ts';

/** What can be reported, as the database calls it. */
export type ObjectKind = NoticeObject['kind'];

export const objectKinds: Record<ReportedKind, ObjectKind> = {
  post: 'card',
  chapter: 'chain',
  subject: 'subject',
  comment: 'comment',
  user: 'user',
};

export const wireKinds: Record<ObjectKind, ReportedKind> = {
  card: 'post',
  chain: 'chapter',
  subject: 'subject',
  comment: 'comment',
  user: 'user',
};

export interface ObjectKey {
  kind: ObjectKind;
  id: number;
}

/** The queue has the highest first. */
export const harmOf: Record<ReportReason, number> = {
  illegal: 5,
  unsafe: 4,
  abuse: 4,
  impersonation: 3,
  copyright: 2,
  spam: 2,
  wrong: 1,
  other: 1,
};
