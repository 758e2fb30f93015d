import type { Db } from '#db/pool.ts';
import type { Viewer } from '#http/viewer.ts';
import { findImported, findInstallation, findOwnCards } from './queries.ts';

/** The names of this installation's cards in files. They stay the same however often a card is edited or exported. */
export async function openGuids(db: Db): Promise<{ of: (cardId: number) => string }> {
  const prefix = prefixOf(await findInstallation(db));
  return { of: (cardId) => `${prefix}${cardId}` };
}

const prefixOf = (installation: string) => `gyan-${installation.replaceAll('-', '').slice(0, 12)}-`;

/** The viewer's own cards among these: imported before, or exported from here. */
export async function findKnownCards(
  db: Db,
  { userId }: Viewer,
  guids: readonly string[],
): Promise<Map<string, number>> {
  const prefix = prefixOf(await findInstallation(db));
  const named = guids.flatMap((guid) => {
    const id = guid.startsWith(prefix) ? Number(guid.slice(prefix.length)) : Number.NaN;
    return Number.isSafeInteger(id) && id > 0 ? [[guid, id] as const] : [];
  });
  const own = await findOwnCards(
    db,
    userId,
    named.map(([, id]) => id),
  );
  const known = await findImported(db, userId, guids);
  for (const [guid, id] of named) if (own.has(id)) known.set(guid, id);
  return known;
}
