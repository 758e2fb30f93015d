import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { Outcome } from './connecting-clients.ts';

// Clients that open a connection for each request, until the port given as `workerData` refuses it.

const clients = 8;
const outcome: Outcome = { answered: 0, errors: [] };

const request = () =>
  new Promise<void>((resolve, reject) => {
    get({ host: '127.0.0.1', port: workerData as number, agent: false }, (response) => {
      response.resume().on('end', resolve).on('error', reject);
    }).on('error', reject);
  });

async function keepSending(): Promise<void> {
  for (;;) {
    try {
      await request();
      outcome.answered += 1;
    } catch (error) {
      const { code = '', syscall } = error as NodeJS.ErrnoException;
      if (syscall === 'connect') return;
      outcome.errors.push(code);
    }
    await sleep(Math.random() * 10);
  }
}

await Promise.all(Array.from({ length: clients }, keepSending));
parentPort?.postMessage(outcome, []);
