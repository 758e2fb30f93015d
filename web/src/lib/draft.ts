import { useState } from 'react';

/** Storage can be forbidden or full; then a draft lives as long as the page. */
function read(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function write(key: string, text: string) {
  try {
    if (text === '') localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Still in the component's state.
  }
}

/** A text that survives a reload, a lost session and a failed try. Emptied when it has arrived where it was to go. */
export function useDraft(name: string) {
  const key = `draft ${name}`;
  const [text, setText] = useState(() => read(key));
  const keep = (next: string) => {
    setText(next);
    write(key, next);
  };
  return [text, keep] as const;
}
