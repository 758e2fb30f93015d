import { useSyncExternalStore } from 'react';
import { announcer } from './announcer.ts';

/** Mount once, near the end of the page; `announce` uses it. */
export function LiveRegion() {
  const messages = useSyncExternalStore(announcer.subscribe, announcer.messages, announcer.messagesOnServer);
  return (
    <div className="sr-only">
      <output>{messages.polite}</output>
      <div role="alert">{messages.assertive}</div>
    </div>
  );
}
