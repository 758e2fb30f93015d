import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import type { Db } from '#db/pool.ts';

export interface OutgoingLetter {
  kind: string;
  text: string;
  /** What the link of the letter carries as `rt`, `rpt` or `t`. */
  token: string;
}

/** The letters on their way to somebody, oldest first. */
export async function lettersTo(db: Db, recipient: string): Promise<OutgoingLetter[]> {
  const rows = await db.query<{ kind: string; text: string }>(sql`
    select kind, coalesce(text, '') as text from mail_outbox
    where lower(recipient) = lower(${recipient}) order by id`);
  return rows.map(({ kind, text }) => ({
    kind,
    text,
    token: /[?&](?:rt|rpt|t)=([\w-]+)/.exec(text)?.[1] ?? '',
  }));
}

/** Waits until so many letters of a kind are on their way, and gives the latest. */
export async function letterTo(
  db: Db,
  recipient: string,
  kind: string,
  { count = 1, withinMs = 5_000 } = {},
): Promise<OutgoingLetter> {
  const end = Date.now() + withinMs;
  for (;;) {
    const letters = (await lettersTo(db, recipient)).filter((letter) => letter.kind === kind);
    const latest = letters.at(-1);
    if (latest && letters.length >= count) return latest;
    if (Date.now() > end) throw new Error(`no ${kind} letter to ${recipient} within ${withinMs} ms`);
    await sleep(20);
  }
}
