import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import { usePush } from './use-push.ts';

const texts = {
  unsupported:
    'This browser cannot get notices while Gyan is closed. On an iPhone or iPad it can, once Gyan is on the home screen.',
  blocked:
    'Notices of this site are blocked in the settings of your browser. Allow them there, then come back to this page.',
  off: 'You hear of new notices while Gyan is closed. They say nothing that others may not read on a locked screen.',
  on: 'This browser shows new notices while Gyan is closed.',
};

/** Whether this browser gets notices while the site is closed. */
export function PushSettings({ pushKey }: { pushKey: string }) {
  const { state, busy, problem, turnOn, turnOff } = usePush(pushKey);
  return (
    <section aria-labelledby="push">
      <h2 id="push">Notices on this device</h2>
      <p className="quiet push-state">{state && texts[state]}</p>
      {problem && <Alert tone="danger">{problem}</Alert>}
      <div className="push-action">
        {state === 'on' && (
          <Button busy={busy} onClick={() => void turnOff(pushKey)}>
            No longer send notices to this browser
          </Button>
        )}
        {state === 'off' && (
          <Button variant="primary" busy={busy} onClick={() => void turnOn(pushKey)}>
            Send notices to this browser
          </Button>
        )}
      </div>
    </section>
  );
}
