import type { UserModel } from '@gyan/contract/users.ts';

/** The connection between a user and the viewer. */
export type ConnectionState = 'none' | 'sent' | 'received' | 'connected' | 'blocked';

export function connectionStateOf(user: UserModel): ConnectionState {
  if (user.blocked) return 'blocked';
  if (user.connected) return 'connected';
  if (user.receivedConnRequest) return 'received';
  return user.sentConnRequest ? 'sent' : 'none';
}

/** The fields of a model that describe the connection state. */
export type ConnectionFields = Required<
  Pick<UserModel, 'connected' | 'sentConnRequest' | 'receivedConnRequest' | 'connectionReqId' | 'blocked'>
>;

export const connectionFields = (
  state: ConnectionState,
  connectionReqId: number | null = null,
): ConnectionFields => ({
  connected: state === 'connected',
  sentConnRequest: state === 'sent',
  receivedConnRequest: state === 'received',
  blocked: state === 'blocked',
  connectionReqId: state === 'sent' || state === 'received' ? connectionReqId : null,
});

/** Actions on a connection. */
export type ConnectionAction = 'send' | 'withdraw' | 'accept' | 'decline' | 'remove' | 'block' | 'unblock';

/** The connection state after each action. */
export const stateAfter: Record<ConnectionAction, ConnectionState> = {
  send: 'sent',
  withdraw: 'none',
  accept: 'connected',
  decline: 'none',
  remove: 'none',
  block: 'blocked',
  unblock: 'none',
};
