import type { Transaction } from '#db/pool.ts';
import { attachRequests } from '#domains/connections/request-queries.ts';
import { lockAddress } from './address-queries.ts';

/** Turns invitations to a newly verified address into connection requests. */
export async function receiveInvitations(
  tx: Transaction,
  person: { id: number; email: string },
): Promise<void> {
  await lockAddress(tx, person.email);
  await attachRequests(tx, person);
}
