import { useEffect, useState } from 'react';
import { api } from '#features/session/actions.ts';
import { ApiProblem } from '#lib/api-problem.ts';
import { endPush, type PushState, readPushState, subscribeToPush } from '#lib/push.ts';
import { announce } from '#ui/announcer.ts';

/** Whether this browser gets pushes, and how to change it. `state` is undefined until it is known. */
export function usePush() {
  const [state, setState] = useState<PushState>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    let left = false;
    void readPushState().then((found) => {
      if (!left) setState(found);
    });
    return () => {
      left = true;
    };
  }, []);

  const change = async (work: () => Promise<unknown>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      setProblem(
        error instanceof ApiProblem
          ? error.detail
          : 'The push service of this browser cannot be reached. Please try again later.',
      );
    } finally {
      setState(await readPushState());
      setBusy(false);
    }
  };

  const turnOn = (publicKey: string) =>
    change(async () => {
      const subscription = await subscribeToPush(publicKey);
      if (!subscription) return;
      try {
        // The contract takes what `toJSON` gives.
        await api('POST /r/push_subscription', { body: subscription as never });
      } catch (error) {
        await endPush(api).catch(() => undefined);
        throw error;
      }
      announce('This browser gets your notices.');
    });

  const turnOff = () =>
    change(async () => {
      await endPush(api);
      announce('This browser no longer gets your notices.');
    });

  return { state, busy, problem, turnOn, turnOff };
}
