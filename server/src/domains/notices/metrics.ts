import { Counter, Registry } from 'prom-client';

export type DigestOutcome = 'queued' | 'dropped';
export type PushOutcome = 'sent' | 'gone' | 'retried' | 'failed' | 'dropped';

export interface DeliveryMetrics {
  registry: Registry;
  digest(outcome: DigestOutcome): void;
  push(outcome: PushOutcome): void;
}

/** Counted in the process that runs the jobs. */
export function createDeliveryMetrics(): DeliveryMetrics {
  const registry = new Registry();
  const digests = new Counter({
    name: 'digests_total',
    help: 'Digests: queued, or dropped because everything in it was read or hidden before it was sent.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const pushes = new Counter({
    name: 'push_messages_total',
    help: 'Push messages: sent, gone (the browser no longer takes them), retried, failed, or dropped as outdated.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return {
    registry,
    digest: (outcome) => digests.inc({ outcome }),
    push: (outcome) => pushes.inc({ outcome }),
  };
}
