import { Gauge, Registry } from 'prom-client';
import sql from 'sql-template-tag';
import type { Db } from '#db/pool.ts';

interface Waiting {
  due: number;
  failing: number;
  given_up: number;
  oldest_seconds: number;
}

/** Metrics of the queue, read whenever the metrics are collected. */
export function watchJobs(db: Db): Registry {
  const registry = new Registry();
  let looking: Promise<Waiting> | undefined;
  // Both gauges are collected at the same time and share one query.
  const look = () => {
    looking ??= countWaiting(db).finally(() => {
      looking = undefined;
    });
    return looking;
  };
  void new Gauge({
    name: 'jobs_waiting',
    help: 'Jobs in the queue: due now, failed at least once and to be tried again, or given up.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const { due, failing, given_up } = await look();
      this.set({ state: 'due' }, due);
      this.set({ state: 'failing' }, failing);
      this.set({ state: 'given up' }, given_up);
    },
  });
  void new Gauge({
    name: 'jobs_oldest_due_seconds',
    help: 'How long the job that has waited longest could have run already.',
    registers: [registry],
    async collect() {
      this.set((await look()).oldest_seconds);
    },
  });
  return registry;
}

async function countWaiting(db: Db): Promise<Waiting> {
  const [waiting] = await db.query<Waiting>(sql`
    select
      count(*) filter (where run_at <= now() and attempts < max_attempts) as due,
      count(*) filter (where attempts between 1 and max_attempts - 1 and locked_at is null) as failing,
      count(*) filter (where attempts >= max_attempts and locked_at is null) as given_up,
      coalesce(extract(epoch from now() - min(run_at) filter (where run_at <= now() and attempts < max_attempts)), 0)::float8
        as oldest_seconds
    from graphile_worker.jobs`);
  return waiting ?? { due: 0, failing: 0, given_up: 0, oldest_seconds: 0 };
}
