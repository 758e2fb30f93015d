import { Gauge, Registry } from 'prom-client';
import sql from 'sql-template-tag';
import type { Db } from '#db/pool.ts';

interface Waiting {
  due: number;
  failing: number;
  given_up: number;
  oldest_seconds: number;
}

/** What waits in the queue, looked up whenever the figures are collected. */
export function watchJobs(db: Db): Registry {
  const registry = new Registry();
  const age = new Gauge({
    name: 'jobs_oldest_due_seconds',
    help: 'How long the job that has waited longest could have run already.',
    registers: [registry],
  });
  void new Gauge({
    name: 'jobs_waiting',
    help: 'Jobs in the queue: due now, failed at least once and to be tried again, or given up.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const [waiting] = await db.query<Waiting>(sql`
        select
          count(*) filter (where run_at <= now() and attempts < max_attempts) as due,
          count(*) filter (where attempts between 1 and max_attempts - 1 and locked_at is null) as failing,
          count(*) filter (where attempts >= max_attempts and locked_at is null) as given_up,
          coalesce(extract(epoch from now() - min(run_at) filter (where run_at <= now() and attempts < max_attempts)), 0)::float8 as oldest_seconds
        from graphile_worker.jobs`);
      this.set({ state: 'due' }, waiting?.due ?? 0);
      this.set({ state: 'failing' }, waiting?.failing ?? 0);
      this.set({ state: 'given up' }, waiting?.given_up ?? 0);
      age.set(waiting?.oldest_seconds ?? 0);
    },
  });
  return registry;
}
