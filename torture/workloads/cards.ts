import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import sql from 'sql-template-tag';
import { sizeNames, storageKey } from '../../server/src/domains/media/files.ts';
import { IdempotentWrites } from './idempotent-writes.ts';
import { type Fixture, pick, type Workload } from './workload.ts';

/** Cards with a picture. The title is the idempotency key; the picture's colour is its number, so no two are equal. */
export function cardWorkload(fixture: Fixture): Workload {
  const writes = new IdempotentWrites<{ token: string }>('card', fixture, async (key, { token }, send) =>
    send(fixture.api, '/r/post', {
      method: 'POST',
      token,
      key,
      form: {
        title: key,
        statusText: 'Something to learn.',
        tagsText: `torture, ${key}`,
        photoBase64: (await picture(Number(key.split('-').at(-1)))).toString('base64'),
      },
    }),
  );
  /** Pictures do not change, so those found complete are not checked again. */
  const complete = new Set<string>();

  const incomplete = async (key: string) => {
    if (complete.has(key)) return false;
    const found = await Promise.all(
      sizeNames.map((size) =>
        stat(join(fixture.dataDir, 'storage', storageKey(key, size))).catch(() => undefined),
      ),
    );
    if (!found.every((file) => file && file.size > 0)) return true;
    complete.add(key);
    return false;
  };

  return {
    name: 'cards',
    get acknowledged() {
      return writes.acknowledged;
    },
    write: () => writes.write({ token: pick(fixture.people).token }),
    settle: () => writes.settle(),
    async verify(db) {
      const rows = await db.query<{ id: number; title: string; key: string | null }>(sql`
        select cards.id, title, key from cards left join photos on photos.id = photo_id where title like 'torture-card-%'`);
      const byTitle = Map.groupBy(rows, (row) => row.title);
      const found = writes.takeProblems();
      const wrong = writes.responses.filter(([key, response]) => {
        const { feedItemModel } = JSON.parse(response) as { feedItemModel: { postModel: { id: number } } };
        const there = byTitle.get(key) ?? [];
        return there.length !== 1 || there[0]?.id !== feedItemModel.postModel.id;
      });
      if (wrong.length > 0) found.push(`${wrong.length} cards are not there exactly once`);
      if (rows.length !== writes.responses.length) found.push('there are cards that were not acknowledged');
      for (const { title, key } of rows) {
        if (key === null || (await incomplete(key))) found.push(`${title} has no picture, or not all of it`);
      }
      return found;
    },
  };
}

function picture(number: number): Promise<Buffer> {
  const background = { r: number & 255, g: (number >> 8) & 255, b: (number >> 16) & 255 };
  // Lossless, so that similar colours give different bytes.
  return sharp({ create: { width: 96, height: 64, channels: 3, background } })
    .png()
    .toBuffer();
}
