import type { Budget } from '@gyan/contract/limits.ts';
import type pg from 'pg';
import { tooMany } from './problems.ts';

interface Count {
  /** What all processes together had used at the last exchange. */
  shared: number;
  /** What this process has used since. */
  own: number;
}

const exchangeEveryMs = 1_000;

/**
 * The general budget per address, checked in memory so that a cached answer stays as cheap as its
 * bytes. Processes exchange what they counted once a second, in one statement, so that several
 * of them together allow one budget, not several.
 */
export class AddressBudget {
  readonly #pool: pg.Pool;
  readonly #points: number;
  readonly #windowMs: number;
  #window = 0;
  #counts = new Map<string, Count>();
  #timer: NodeJS.Timeout | undefined;

  constructor(pool: pg.Pool, budget: Budget) {
    this.#pool = pool;
    this.#points = budget.points;
    this.#windowMs = budget.seconds * 1000;
  }

  count(address: string, now = Date.now()): void {
    const window = Math.floor(now / this.#windowMs);
    if (window !== this.#window) {
      this.#window = window;
      this.#counts = new Map();
    }
    const count = this.#counts.get(address) ?? { shared: 0, own: 0 };
    if (count.shared + count.own >= this.#points) throw tooMany((window + 1) * this.#windowMs - now);
    count.own += 1;
    this.#counts.set(address, count);
    this.#timer ??= setTimeout(() => void this.#exchange(), exchangeEveryMs).unref();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  async #exchange(): Promise<void> {
    const window = this.#window;
    const counts = this.#counts;
    // In one order everywhere, so that two processes never wait for each other's rows.
    const busy = [...counts].filter(([, count]) => count.own > 0).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const taken = busy.map(([, count]) => count.own);
    try {
      const { rows } = await this.#pool.query<{ key: string; points: number }>(
        `insert into rate_limits (key, points, expire)
         select 'general:' || $3::text || ':' || address, points, $4::bigint
         from unnest($1::text[], $2::int[]) as used (address, points)
         on conflict (key) do update set points = rate_limits.points + excluded.points
         returning key, points`,
        [busy.map(([address]) => address), taken, String(window), (window + 1) * this.#windowMs],
      );
      const prefix = `general:${window}:`.length;
      const totals = new Map(rows.map((row) => [row.key.slice(prefix), row.points]));
      busy.forEach(([address, count], index) => {
        count.shared = totals.get(address) ?? count.shared;
        count.own -= taken[index] ?? 0;
      });
    } catch {
      // The database being away must not stop anybody: this process goes on with its own count.
    } finally {
      this.#timer = undefined;
    }
  }
}
