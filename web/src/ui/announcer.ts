export type Urgency = 'polite' | 'assertive';

type Messages = Readonly<Record<Urgency, string>>;

const noMessages: Messages = { polite: '', assertive: '' };
let messages = noMessages;
const listeners = new Set<() => void>();

/** Announces a sentence through the page's live region, if there is one. */
export function announce(text: string, urgency: Urgency = 'polite') {
  // Screen readers announce only changed text, so a repeated sentence gets an extra silent character.
  const repeated = messages[urgency] === text;
  messages = { ...messages, [urgency]: repeated ? `${text}\u00a0` : text };
  for (const listener of listeners) listener();
}

export const announcer = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  messages: () => messages,
  messagesOnServer: () => noMessages,
};
