import type { UserModel } from '@gyan/contract/users.ts';

/** How a person stands to the one who looks. */
export type Standing = 'none' | 'sent' | 'received' | 'connected' | 'blocked';

export function standingOf(user: UserModel): Standing {
  if (user.blocked) return 'blocked';
  if (user.connected) return 'connected';
  if (user.receivedConnRequest) return 'received';
  return user.sentConnRequest ? 'sent' : 'none';
}

/** Everything a model says about how its person stands. */
export type StandingFacts = Required<
  Pick<UserModel, 'connected' | 'sentConnRequest' | 'receivedConnRequest' | 'connectionReqId' | 'blocked'>
>;

export const factsOf = (standing: Standing, connectionReqId: number | null = null): StandingFacts => ({
  connected: standing === 'connected',
  sentConnRequest: standing === 'sent',
  receivedConnRequest: standing === 'received',
  blocked: standing === 'blocked',
  connectionReqId: standing === 'sent' || standing === 'received' ? connectionReqId : null,
});

/** What can be done about it. */
export type Act = 'send' | 'withdraw' | 'accept' | 'decline' | 'remove' | 'block' | 'unblock';

/** How the person stands once the act is done. */
export const outcomes: Record<Act, Standing> = {
  send: 'sent',
  withdraw: 'none',
  accept: 'connected',
  decline: 'none',
  remove: 'none',
  block: 'blocked',
  unblock: 'none',
};
