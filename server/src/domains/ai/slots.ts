import sql from 'sql-template-tag';
import type { Db } from '#db/pool.ts';
import { ProblemError } from '#http/problems.ts';

/** Longer than any answer may take. */
const slotSeconds = 150;

export interface Slot {
  release(): Promise<void>;
}

/** A user may have two answers generated at once, across all processes. */
export async function takeSlot(db: Db, userId: number): Promise<Slot> {
  for (const place of [1, 2]) {
    const [taken] = await db.query<{ place: number }>(sql`
      insert into ai_turns (user_id, place, until)
      values (${userId}, ${place}, now() + make_interval(secs => ${slotSeconds}))
      on conflict (user_id, place) do update set until = excluded.until where ai_turns.until < now()
      returning place`);
    if (taken) return newSlot(db, userId, place);
  }
  throw new ProblemError(
    'too_many_requests',
    'Two answers are being written for you already. Please wait for one.',
    {
      retryAfter: 5,
    },
  );
}

function newSlot(db: Db, userId: number, place: number): Slot {
  let released: Promise<unknown> | undefined;
  return {
    async release() {
      // Released once: afterwards the row may belong to another answer. A row that could not be deleted expires.
      released ??= db
        .query(sql`delete from ai_turns where user_id = ${userId} and place = ${place}`)
        .catch(() => {});
      await released;
    },
  };
}
