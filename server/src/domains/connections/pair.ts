import sql from 'sql-template-tag';
import type { Transaction } from '#db/pool.ts';
import { userNotFound } from '#domains/users/actions.ts';
import type { Viewer } from '#http/viewer.ts';

/** One of the two users of a change. */
export interface PairedPerson {
  id: number;
  email: string;
  first_name: string;
  last_name: string;
  email_verified_at: Date | null;
  leaving_at: Date | null;
}

/**
 * Locks both users in the order of their ids. Requesting, accepting, withdrawing and blocking all take these locks, so
 * they are serialised and cannot deadlock.
 */
export async function lockPair(
  tx: Transaction,
  viewer: Pick<Viewer, 'userId'>,
  otherId: number,
): Promise<{ me: PairedPerson; other: PairedPerson }> {
  const people = await tx.query<PairedPerson>(sql`
    select id, email, first_name, last_name, email_verified_at, leaving_at
    from users
    where id = any (${[viewer.userId, otherId]}::bigint[])
    order by id
    for no key update`);
  const me = people.find((person) => person.id === viewer.userId);
  const other = people.find((person) => person.id === otherId);
  if (!me || !other) throw userNotFound();
  return { me, other };
}

/** Locks only the viewer, where no other user is involved yet. */
export async function lockSelf(tx: Transaction, viewer: Pick<Viewer, 'userId'>): Promise<PairedPerson> {
  return (await lockPair(tx, viewer, viewer.userId)).me;
}

/** Only verified users who are not leaving can send or receive requests. */
export function isPresent(person: Pick<PairedPerson, 'email_verified_at' | 'leaving_at'>): boolean {
  return person.email_verified_at !== null && person.leaving_at === null;
}
