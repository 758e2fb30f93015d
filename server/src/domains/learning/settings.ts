import type { LearningSettings, Retention } from '@gyan/contract/learning.ts';
import sql from 'sql-template-tag';
import type { Database, Db, Transaction } from '#db/pool.ts';
import { rebuildAllMemories } from './memories.ts';

export const defaultZone = 'UTC';

interface SettingsRow {
  minutes: LearningSettings['minutes'];
  retention: Retention;
  zone: string | null;
}

const toSettings = (row: SettingsRow | undefined): LearningSettings => ({
  minutes: row?.minutes ?? 10,
  retention: row?.retention ?? 'usual',
  zone: row?.zone ?? defaultZone,
});

export async function getSettings(db: Db, userId: number): Promise<LearningSettings> {
  const [row] = await db.query<SettingsRow>(sql`
    select minutes, retention, zone from learning_settings where user_id = ${userId}`);
  return toSettings(row);
}

/**
 * Reads the settings and locks them. Every change to a user's memories does this first, so that they happen one after
 * the other. Sets the time zone if there is none yet.
 */
export async function lockSettings(
  tx: Transaction,
  userId: number,
  zone?: string,
): Promise<LearningSettings> {
  const [row] = await tx.query<SettingsRow>(sql`
    insert into learning_settings (user_id, zone) values (${userId}, ${zone ?? null})
    on conflict (user_id) do update set zone = coalesce(learning_settings.zone, excluded.zone)
    returning minutes, retention, zone`);
  return toSettings(row);
}

/** What is left out stays. Another retention moves every due date at once. */
export async function changeSettings(
  db: Database,
  userId: number,
  change: { [Name in keyof LearningSettings]?: LearningSettings[Name] | undefined },
): Promise<LearningSettings> {
  return db.transaction(async (tx) => {
    const before = await lockSettings(tx, userId);
    const [row] = await tx.query<SettingsRow>(sql`
      update learning_settings
      set minutes = coalesce(${change.minutes ?? null}, minutes),
        retention = coalesce(${change.retention ?? null}, retention),
        zone = coalesce(${change.zone ?? null}, zone)
      where user_id = ${userId}
      returning minutes, retention, zone`);
    const after = toSettings(row);
    if (after.retention !== before.retention) await rebuildAllMemories(tx, userId, after.retention);
    return after;
  });
}
