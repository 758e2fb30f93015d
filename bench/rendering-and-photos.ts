import { fileURLToPath } from 'node:url';
import { convertInWorker } from '../server/src/domains/media/image-worker.ts';
import { openBuiltPages, type Renderer } from '../server/src/http/pages.ts';
import { makePhoto } from '../torture/support/photo.ts';
import { apiBase, type Measurement } from './bench.ts';
import { median } from './comparison.ts';
import { childrenOf, serverTimes, usedBetween } from './cpu.ts';
import { plainFinding } from './report.ts';

const webDist = fileURLToPath(new URL('../web/dist', import.meta.url));

/** Median CPU milliseconds of this process, over several repetitions. */
async function cpuMs(times: number, work: () => Promise<unknown>): Promise<number> {
  const all: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    all.push((user + system) / 1000);
  }
  return median(all);
}

/** A page that is not cached: loaded, rendered and put into its document. */
const rendering: Measurement = {
  name: 'rendering',
  async measure({ product }) {
    const cards: unknown = await (await fetch(`${product.url}${apiBase}/posts?limit=28`)).json();
    const pages = await openBuiltPages(webDist);
    const input: Parameters<Renderer['render']>[0] = {
      url: '/tgp',
      site: {
        publicUrl: product.url,
        demo: false,
        ai: false,
        appStores: { apple: null, google: null },
        google: null,
      },
      api: async () => ({ status: 200, body: cards }),
      manifest: pages.manifest,
    };
    const renderer = await pages.load();
    const { html } = await renderer.render(input);
    const shown = html.split('<article').length - 1;
    if (shown < 28) throw new Error(`The page shows ${shown} cards instead of 28.`);
    const batch = 20;
    const renderAll = async () => {
      for (let n = 0; n < batch; n += 1) await renderer.render(input);
    };
    await cpuMs(5, renderAll);
    return [
      plainFinding('A page of 28 cards, rendered', (await cpuMs(9, renderAll)) / batch, 4, 'ms of CPU'),
    ];
  },
};

/** Conversion in the image worker, with the CPU time of all its threads. */
const photo: Measurement = {
  name: 'photo',
  async measure() {
    const original = await makePhoto();
    await convertInWorker(original);
    const [imageWorker, another] = await childrenOf(process.pid, 'image-worker-process');
    if (imageWorker === undefined || another !== undefined)
      throw new Error('Expected exactly one image worker.');
    const all: number[] = [];
    for (let time = 0; time < 7; time += 1) {
      const before = await serverTimes(imageWorker);
      await convertInWorker(original);
      all.push(usedBetween(before, await serverTimes(imageWorker)) / 1000);
    }
    return [plainFinding('A photo of 12 megapixels', median(all), 450, 'ms of CPU')];
  },
};

export const renderingMeasurements: Measurement[] = [rendering, photo];
