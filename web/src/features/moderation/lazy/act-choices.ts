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

/** What an admin can do about a thing as it is now. */
export function actChoices({ kind, href, hidden, locked, suspended }: ModeratedObject): ActChoice[] {
  // A deleted thing can only be dismissed.
  if (href == null) return [choices.dismiss];
  const acts: Act[] = ['dismiss'];
  if (kind !== 'user') acts.push(hidden ? 'restore' : 'hide');
  if (kind === 'post') acts.push(locked ? 'unlock' : 'lock', 'mark_ai');
  acts.push('warn', suspended ? 'lift' : 'suspend');
  return acts.map((act) => choices[act]);
}
