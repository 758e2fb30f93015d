import { readFile, writeFile } from 'node:fs/promises';

/** Starts the second part of the page; each kind of run replaces one part. */
const growthHeading = '## Scaling';

async function partsOf(page: string): Promise<{ figures: string; growth: string }> {
  const text = await readFile(page, 'utf8').catch(() => '');
  const at = text.indexOf(`${growthHeading}\n`);
  return at < 0
    ? { figures: text, growth: '' }
    : { figures: text.slice(0, at), growth: text.slice(at + growthHeading.length) };
}

const join = (figures: string, growth: string) =>
  growth ? `${figures.trimEnd()}\n\n${growthHeading}\n\n${growth.trim()}\n` : figures;

export async function writeFigures(page: string, figures: string): Promise<void> {
  await writeFile(page, join(figures, (await partsOf(page)).growth));
}

export async function writeGrowth(page: string, growth: string): Promise<void> {
  await writeFile(page, join((await partsOf(page)).figures, growth));
}
