import { useSyncExternalStore } from 'react';
import { announcer } from './announcer.ts';

/** Mount once, near the end of the page; `announce` uses it. */
export function LiveRegion() {
  const spoken = useSyncExternalStore(announcer.subscribe, announcer.spoken, announcer.messagesOnServer);
  return (
    <div className="sr-only">
      <output>{spoken.polite}</output>
      <div role="alert">{spoken.assertive}</div>
    </div>
  );
}
