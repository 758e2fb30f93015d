import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import sql from 'sql-template-tag';
import { sizeNames, storageKey } from '../../server/src/domains/media/files.ts';
import { KeyedWrites } from './keyed.ts';
import { type Ground, pick, type Trade } from './trade.ts';

/** Cards with a picture each. The key is the title as well; the picture's colour is its number, so that no two are the same. */
export function posting(ground: Ground): Trade {
  const writes = new KeyedWrites<{ token: string }>('card', ground, async (key, { token }, by) =>
    by(ground.api, '/r/post', {
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
  /** Pictures do not change: whoever's files were all there once is looked at no more. */
  const looked = new Set<string>();

  const incomplete = async (key: string) => {
    if (looked.has(key)) return false;
    const found = await Promise.all(
      sizeNames.map((size) =>
        stat(join(ground.dataDir, 'storage', storageKey(key, size))).catch(() => undefined),
      ),
    );
    if (!found.every((file) => file && file.size > 0)) return true;
    looked.add(key);
    return false;
  };

  return {
    name: 'cards',
    get acknowledged() {
      return writes.acknowledged;
    },
    write: () => writes.write({ token: pick(ground.people).token }),
    settle: () => writes.settle(),
    async verify(db) {
      const rows = await db.query<{ id: number; title: string; key: string | null }>(sql`
        select cards.id, title, key from cards left join photos on photos.id = photo_id where title like 'torture-card-%'`);
      const byTitle = Map.groupBy(rows, (row) => row.title);
      const found = writes.takeFound();
      const wrong = writes.answers.filter(([key, answer]) => {
        const { feedItemModel } = JSON.parse(answer) as { feedItemModel: { postModel: { id: number } } };
        const there = byTitle.get(key) ?? [];
        return there.length !== 1 || there[0]?.id !== feedItemModel.postModel.id;
      });
      if (wrong.length > 0) found.push(`${wrong.length} cards are not there exactly once`);
      if (rows.length !== writes.answers.length) found.push('there are cards that nobody was answered for');
      for (const { title, key } of rows) {
        if (key === null || (await incomplete(key))) found.push(`${title} has no picture, or not all of it`);
      }
      return found;
    },
  };
}

function picture(number: number): Promise<Buffer> {
  const background = { r: number & 255, g: (number >> 8) & 255, b: (number >> 16) & 255 };
  // Lossless: a colour that is a little different must not become the same bytes.
  return sharp({ create: { width: 96, height: 64, channels: 3, background } })
    .png()
    .toBuffer();
}
