import type { Budget } from '@gyan/contract/limits.ts';
import type pg from 'pg';
import { tooMany } from './problems.ts';

interface Count {
  /** Requests that this process may still allow without a statement. */
  left: number;
  /** Allowed by this process and not yet counted in the database. */
  unreported: number;
  isUsedUp: boolean;
  drawing: Promise<void> | undefined;
}

/**
 * A budget of requests per key that all processes share. A process allows the first hundredth on its own, so that most
 * clients cost no statement, then draws a hundredth at a time from PostgreSQL: in total at most a hundredth per process
 * more than the budget. A budget below 100 is drawn one by one and is exact.
 */
export class RequestBudget {
  readonly #pool: pg.Pool;
  readonly #name: string;
  readonly #points: number;
  readonly #windowMs: number;
  #window = 0;
  #counts = new Map<string, Count>();

  constructor(pool: pg.Pool, name: string, budget: Budget) {
    this.#pool = pool;
    this.#name = name;
    this.#points = budget.points;
    this.#windowMs = budget.seconds * 1000;
  }

  /** Uses up one point of the key, or throws `too_many_requests`. */
  async consume(key: string): Promise<void> {
    const count = this.#countOf(key);
    while (count.left === 0) {
      if (count.isUsedUp) throw tooMany(this.#windowMs - (Date.now() % this.#windowMs));
      count.drawing ??= this.#draw(key, count);
      await count.drawing;
    }
    count.left -= 1;
  }

  #countOf(key: string): Count {
    const window = Math.floor(Date.now() / this.#windowMs);
    if (window !== this.#window) {
      this.#window = window;
      this.#counts = new Map();
    }
    let count = this.#counts.get(key);
    if (!count) {
      const hundredth = Math.floor(this.#points / 100);
      count = { left: hundredth, unreported: hundredth, isUsedUp: false, drawing: undefined };
      this.#counts.set(key, count);
    }
    return count;
  }

  async #draw(key: string, count: Count): Promise<void> {
    const wanted = Math.max(1, Math.floor(this.#points / 100));
    let granted: number;
    try {
      const used = await this.#add(key, count.unreported + wanted);
      granted = Math.max(0, wanted - Math.max(0, used - this.#points));
      count.unreported = 0;
    } catch {
      // While the database is unavailable this process uses its own count.
      granted = Math.min(wanted, this.#points - count.unreported);
      count.unreported += granted;
    }
    count.left += granted;
    count.isUsedUp = granted === 0;
    count.drawing = undefined;
  }

  /** Returns the total used by all processes. */
  async #add(key: string, points: number): Promise<number> {
    const { rows } = await this.#pool.query<{ points: number }>(
      `insert into rate_limits (key, points, expire) values ($1, $2, $3)
       on conflict (key) do update set points = rate_limits.points + excluded.points
       returning points`,
      [`${this.#name}:${key} window-${this.#window}`, points, (this.#window + 1) * this.#windowMs],
    );
    return rows[0]?.points ?? points;
  }
}
