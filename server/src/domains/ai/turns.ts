import sql from 'sql-template-tag';
import type { Db } from '#db/pool.ts';
import { ProblemError } from '#http/problems.ts';

/** Longer than any answer may take. */
const turnSeconds = 150;

export interface Turn {
  end(): Promise<void>;
}

/** Somebody may have two answers written at once, whichever processes write them. */
export async function takeTurn(db: Db, userId: number): Promise<Turn> {
  for (const place of [1, 2]) {
    const [taken] = await db.query<{ place: number }>(sql`
      insert into ai_turns (user_id, place, until)
      values (${userId}, ${place}, now() + make_interval(secs => ${turnSeconds}))
      on conflict (user_id, place) do update set until = excluded.until where ai_turns.until < now()
      returning place`);
    if (taken) return newTurn(db, userId, place);
  }
  throw new ProblemError(
    'too_many_requests',
    'Two answers are being written for you already. Please wait for one.',
    {
      retryAfter: 5,
    },
  );
}

function newTurn(db: Db, userId: number, place: number): Turn {
  let ended: Promise<unknown> | undefined;
  return {
    async end() {
      // Once: afterwards the place may be another turn's. What cannot be deleted runs out by itself.
      ended ??= db
        .query(sql`delete from ai_turns where user_id = ${userId} and place = ${place}`)
        .catch(() => {});
      await ended;
    },
  };
}
