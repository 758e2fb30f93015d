import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

const timeoutMs = 90_000;

export async function waitUntil(what: string, isTrue: () => Promise<boolean>, ms = timeoutMs): Promise<void> {
  const deadline = performance.now() + ms;
  while (!(await isTrue())) {
    if (performance.now() > deadline)
      throw new Error(`After ${ms / 1000} s it is still not true that ${what}.`);
    await sleep(100);
  }
}

export async function isOk(url: string): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
  await answer?.arrayBuffer().catch(() => {});
  return answer?.ok ?? false;
}

export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const killTimer = setTimeout(() => child.kill('SIGKILL'), 12_000);
  await ended;
  clearTimeout(killTimer);
}
