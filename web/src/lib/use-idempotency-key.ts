import { useRef } from 'react';
import { newKey } from './browser-api.ts';

/**
 * The idempotency key of a form: the same as long as the same values are sent, so that a retry after a lost
 * response creates one object.
 */
export function useIdempotencyKey(): (values: object) => string {
  const last = useRef({ sent: '', key: '' });
  return (values) => {
    const sent = JSON.stringify(values);
    if (last.current.sent !== sent) last.current = { sent, key: newKey() };
    return last.current.key;
  };
}
