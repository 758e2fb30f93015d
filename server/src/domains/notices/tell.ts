import type { NoticeKind } from '@gyan/contract/notices.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '#db/pool.ts';
import type { Viewer } from '#http/viewer.ts';

/** What a notice is about. */
export interface NoticeObject {
  kind: 'card' | 'chain' | 'subject' | 'user' | 'comment';
  id: number;
}

/** What makes a notice. Triggers write those of likes, comments and connection requests (decision 037). */
export interface NoticeEvent {
  kind: NoticeKind;
  object: NoticeObject;
  /** Null for kinds without a named actor, such as changes by admins. */
  actorId: number | null;
  /** The id of what was made, such as a remix; it distinguishes several events of one user on one object. */
  actId?: number;
}

interface ToldEvent extends NoticeEvent {
  /** Of the object. */
  ownerId: number;
  /** For the sentence, where the kind needs more than names and a title. */
  detail?: string;
  /** Now, unless given. */
  at?: Date;
}

/** Tells users of an event, in its transaction; the actor, and users who do not want it, are left out. */
export async function tell(
  tx: Transaction,
  recipientIds: readonly number[],
  { kind, object, ownerId, actorId, actId = 0, detail, at }: ToldEvent,
): Promise<void> {
  await tx.query(sql`
    select tell(${recipientIds}::bigint[], ${kind}, ${object.kind}, ${object.id}, ${ownerId}, ${actorId}, ${actId},
      coalesce(${at ?? null}::timestamptz, now()), ${detail ?? null})`);
}

/** Takes an event out of all notices, read or unread. */
async function takeBack(tx: Transaction, { kind, object, actorId, actId = 0 }: NoticeEvent): Promise<void> {
  await tx.query(
    actorId === null
      ? sql`delete from notices where object_id = ${object.id} and object_kind = ${object.kind} and kind = ${kind}
          and detail is null`
      : sql`select take_back(null, ${kind}, ${object.kind}, ${object.id}, ${actorId}, ${actId})`,
  );
}

/** Tells the owner that an admin marked content, or takes it back when the mark was removed. */
export async function tellOfMark(
  tx: Transaction,
  { userId }: Pick<Viewer, 'userId'>,
  mark: { kind: 'great' | 'moderation'; object: NoticeObject },
  { ownerId, marked }: { ownerId: number; marked: boolean },
): Promise<void> {
  if (!marked) await takeBack(tx, { ...mark, actorId: null });
  else if (ownerId !== userId) await tell(tx, [ownerId], { ...mark, ownerId, actorId: null });
}
