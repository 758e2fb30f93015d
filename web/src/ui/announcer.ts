export type Urgency = 'polite' | 'assertive';

type Spoken = Readonly<Record<Urgency, string>>;

const silence: Spoken = { polite: '', assertive: '' };
let spoken = silence;
const listeners = new Set<() => void>();

/** Says a sentence through the page's live region. Without one on the page it is not heard. */
export function announce(text: string, urgency: Urgency = 'polite') {
  // A region speaks only when its text changes, so a repeated sentence gets an unheard character more.
  const repeated = spoken[urgency] === text;
  spoken = { ...spoken, [urgency]: repeated ? `${text}\u00a0` : text };
  for (const listener of listeners) listener();
}

export const announcer = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  spoken: () => spoken,
  spokenOnServer: () => silence,
};
