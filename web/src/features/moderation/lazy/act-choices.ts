import type { Act, ModeratedObject } from '@gyan/contract/moderation.ts';

export interface ActChoice {
  act: Act;
  label: string;
  /** The key that does it while the case has the focus. */
  key: string;
}

const choices: Record<Act, ActChoice> = {
  dismiss: { act: 'dismiss', label: 'Dismiss', key: 'd' },
  hide: { act: 'hide', label: 'Hide', key: 'h' },
  restore: { act: 'restore', label: 'Show again', key: 'r' },
  lock: { act: 'lock', label: 'Lock', key: 'l' },
  unlock: { act: 'unlock', label: 'Unlock', key: 'u' },
  mark_ai: { act: 'mark_ai', label: 'Label as AI', key: 'a' },
  warn: { act: 'warn', label: 'Warn the person', key: 'w' },
  suspend: { act: 'suspend', label: 'Suspend the person', key: 's' },
  lift: { act: 'lift', label: 'Lift the suspension', key: 'f' },
};

/** Restoring a card that is not hidden. */
const unmark: ActChoice = { act: 'restore', label: 'Remove the AI label', key: 'a' };

/** What an admin can do about an object as it is now. */
export function actChoices(object: ModeratedObject): ActChoice[] {
  const { kind, href, hidden, locked, aiMarked, suspended } = object;
  const { dismiss, hide, restore, lock, unlock, mark_ai, warn, lift, suspend } = choices;
  // A deleted object can only be dismissed.
  if (href == null) return [dismiss];
  const found = [dismiss];
  if (kind !== 'user') found.push(hidden ? restore : hide);
  if (kind === 'post') found.push(locked ? unlock : lock);
  if (kind === 'post' && !aiMarked) found.push(mark_ai);
  if (kind === 'post' && aiMarked && !hidden) found.push(unmark);
  return [...found, warn, suspended ? lift : suspend];
}
