import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';

const worthIt = /\.(js|css|svg|json|webmanifest|txt|ico)$/;
const smallest = 1000;
const packers = {
  br: (content) =>
    promisify(brotliCompress)(content, {
      params: { [zlib.BROTLI_PARAM_QUALITY]: 11, [zlib.BROTLI_PARAM_SIZE_HINT]: content.length },
    }),
  gz: (content) => promisify(gzip)(content, { level: 9 }),
};

/** Writes a compressed copy beside every text file. */
export async function compressFolder(folder) {
  const names = await readdir(folder, { recursive: true });
  await Promise.all(
    names
      .filter((name) => worthIt.test(name) && !name.startsWith('.vite'))
      .map(async (name) => {
        const path = join(folder, name);
        const content = await readFile(path);
        if (content.length < smallest) return;
        for (const [ending, pack] of Object.entries(packers)) {
          await writeFile(`${path}.${ending}`, await pack(content));
        }
      }),
  );
}
