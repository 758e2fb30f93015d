import { useRef } from 'react';
import { newKey } from './browser-api.ts';

/**
 * The key of an intention: the same for as long as the same is sent. When only the answer was lost on its way, trying again
 * still makes one thing.
 */
export function useRepeatKey(): (values: object) => string {
  const last = useRef({ sent: '', key: '' });
  return (values) => {
    const sent = JSON.stringify(values);
    if (last.current.sent !== sent) last.current = { sent, key: newKey() };
    return last.current.key;
  };
}
