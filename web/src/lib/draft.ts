import { useState } from 'react';
import { storedValue } from './stored-value.ts';

/** A text that survives a reload, a lost session and a failed request. The caller clears it after success. */
export function useDraft(name: string) {
  const [draft] = useState(() => storedValue<string>('localStorage', `draft ${name}`));
  const [text, setText] = useState(() => draft.read() ?? '');
  const keep = (next: string) => {
    setText(next);
    if (next === '') draft.forget();
    else draft.keep(next);
  };
  return [text, keep] as const;
}
