import { useEffect, useState } from 'react';
import { api } from '#features/session/actions.ts';
import { currentSession } from '#features/session/store.ts';
import { ApiProblem } from '#lib/api-problem.ts';
import { endPush, type PushState, readPushState, renewPush, storePush, subscribeToPush } from '#lib/push.ts';
import { storedValue } from '#lib/stored-value.ts';
import { announce } from '#ui/announcer.ts';

const reasonOf = (error: unknown) =>
  error instanceof ApiProblem
    ? error.detail
    : 'The push service of this browser cannot be reached. Please try again later.';

/** Who turned pushes on. The browser keeps its subscription when a session ends elsewhere, also for another user. */
const pushOwner = storedValue<number>('localStorage', 'push of user');

async function readOwnState(publicKey: string): Promise<PushState> {
  const state = await readPushState(publicKey);
  const owner = pushOwner.read();
  const isOther = owner !== undefined && owner !== currentSession()?.userModel.userId;
  return state === 'on' && isOther ? 'off' : state;
}

/** Whether this browser gets pushes, and how to change it. `state` is undefined until it and the key are known. */
export function usePush(publicKey: string | undefined) {
  const [state, setState] = useState<PushState>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    if (publicKey === undefined) return undefined;
    let left = false;
    const read = async () => {
      const found = await readOwnState(publicKey);
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
      setState(await readOwnState(key));
      setBusy(false);
    }
  };

  const turnOn = (key: string) =>
    change(key, async () => {
      const subscription = await subscribeToPush(key);
      if (!subscription) return;
      try {
        await storePush(api, subscription);
        pushOwner.write(currentSession()?.userModel.userId ?? 0);
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
