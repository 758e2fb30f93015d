import type { UserModel } from '@gyan/contract/users.ts';

/** The connection between a user and the viewer. */
export type Standing = 'none' | 'sent' | 'received' | 'connected' | 'blocked';

export function standingOf(user: UserModel): Standing {
  if (user.blocked) return 'blocked';
  if (user.connected) return 'connected';
  if (user.receivedConnRequest) return 'received';
  return user.sentConnRequest ? 'sent' : 'none';
}

/** The fields of a model that describe the standing. */
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

/** Actions on a connection. */
export type Act = 'send' | 'withdraw' | 'accept' | 'decline' | 'remove' | 'block' | 'unblock';

/** The standing after each action. */
export const outcomes: Record<Act, Standing> = {
  send: 'sent',
  withdraw: 'none',
  accept: 'connected',
  decline: 'none',
  remove: 'none',
  block: 'blocked',
  unblock: 'none',
};
