import { useEffect, useState } from 'react';
import { api } from '#features/session/actions.ts';
import { ApiProblem } from '#lib/api-problem.ts';
import { endPush, type PushState, readPushState, renewPush, storePush, subscribeToPush } from '#lib/push.ts';
import { announce } from '#ui/announcer.ts';

const reasonOf = (error: unknown) =>
  error instanceof ApiProblem
    ? error.detail
    : 'The push service of this browser cannot be reached. Please try again later.';

/** Whether this browser gets pushes, and how to change it. `state` is undefined until it and the key are known. */
export function usePush(publicKey: string | undefined) {
  const [state, setState] = useState<PushState>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    if (publicKey === undefined) return undefined;
    let left = false;
    const read = async () => {
      const found = await readPushState(publicKey);
      let refusal: string | undefined;
      if (found === 'on') {
        await renewPush(api).catch((error: unknown) => {
          refusal = reasonOf(error);
        });
      }
      if (left) return;
      setState(found);
      setProblem(refusal);
    };
    void read();
    return () => {
      left = true;
    };
  }, [publicKey]);

  const change = async (key: string, work: () => Promise<unknown>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      setProblem(reasonOf(error));
    } finally {
      setState(await readPushState(key));
      setBusy(false);
    }
  };

  const turnOn = (key: string) =>
    change(key, async () => {
      const subscription = await subscribeToPush(key);
      if (!subscription) return;
      try {
        await storePush(api, subscription);
      } catch (error) {
        await endPush(api).catch(() => undefined);
        throw error;
      }
      announce('This browser gets your notices.');
    });

  const turnOff = (key: string) =>
    change(key, async () => {
      await endPush(api);
      announce('This browser no longer gets your notices.');
    });

  return { state, busy, problem, turnOn, turnOff };
}
