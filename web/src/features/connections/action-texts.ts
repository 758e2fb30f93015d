import type { ConnectionAction } from './connection-state.ts';

/** Announced after the server has accepted the action. */
export const doneTexts: Record<ConnectionAction, (name: string) => string> = {
  send: (name) => `Your request to ${name} is sent.`,
  withdraw: (name) => `Your request to ${name} is withdrawn.`,
  accept: (name) => `You and ${name} are connected.`,
  decline: (name) => `The request of ${name} is declined.`,
  remove: (name) => `${name} is no longer among your connections.`,
  block: (name) => `${name} is blocked.`,
  unblock: (name) => `${name} is no longer blocked.`,
};

/** Shown before the server's reason for a refusal. */
export const failedTexts: Record<ConnectionAction, (name: string) => string> = {
  send: (name) => `Your request to ${name} was not sent.`,
  withdraw: (name) => `Your request to ${name} was not withdrawn.`,
  accept: (name) => `The request of ${name} was not accepted.`,
  decline: (name) => `The request of ${name} was not declined.`,
  remove: (name) => `${name} is still among your connections.`,
  block: (name) => `${name} is not blocked.`,
  unblock: (name) => `${name} is still blocked.`,
};

interface Question {
  title: (name: string) => string;
  description: string;
  confirmLabel: string;
  danger: boolean;
}

/** Confirmation of actions that cannot be undone easily. */
export const confirmations: Partial<Record<ConnectionAction, Question>> = {
  remove: {
    title: (name) => `Remove ${name} from your connections?`,
    description: 'They are not told. To connect again, one of you sends a new request.',
    confirmLabel: 'Remove connection',
    danger: true,
  },
  block: {
    title: (name) => `Block ${name}?`,
    description:
      'Your connection and any request between you end, and neither of you sees anything of the other any more. They are not told.',
    confirmLabel: 'Block',
    danger: true,
  },
  unblock: {
    title: (name) => `Unblock ${name}?`,
    description: 'You see each other again. You are not connected by it; either of you may ask.',
    confirmLabel: 'Unblock',
    danger: false,
  },
};
