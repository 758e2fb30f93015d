import { useState } from 'react';
import { storedValue } from './stored-value.ts';

/** A text that survives a reload, a lost session and a failed request. The caller clears it after success. */
export function useDraft(name: string) {
  const [draft] = useState(() => storedValue<string>('localStorage', `draft ${name}`));
  const [text, setText] = useState(() => draft.read() ?? '');
  const save = (next: string) => {
    setText(next);
    if (next === '') draft.clear();
    else draft.write(next);
  };
  return [text, save] as const;
}
