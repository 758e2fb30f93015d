import { parseArgs } from 'node:util';
import { breakDatabase } from './faults/database.ts';
import { fillDisk } from './faults/disk.ts';
import { breakMail } from './faults/mail.ts';
import { breakOutside } from './faults/outside.ts';
import { openScene } from './faults/scene.ts';
import { breakStills } from './faults/videos.ts';
import { prove } from './support/proof.ts';

// Breaks every conversation of the product with the outside, one after the other, in every way a network and a server can break it, and
// looks at what people get to see meanwhile and afterwards. Usage: node torture/faults.ts [--only database] [--quick]

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, quick: { type: 'boolean', default: false } },
});
const wants = (name: string) => options.only === undefined || options.only === name;

await prove({ promise: '18, 19, 20', name: 'faults' }, async (stage) => {
  const scene = await openScene(stage);
  let faults = 0;
  let others = 1;
  const mail = wants('mail') ? await breakMail(scene) : undefined;
  if (['storage', 'ai', 'youtube'].some(wants)) {
    const broken = await breakOutside(scene, options.only);
    faults += broken.faults;
    others = broken.slowest;
  }
  if (wants('youtube')) faults += await breakStills(scene);
  await mail?.arrived();
  if (wants('database')) faults += await breakDatabase(scene);
  if (wants('disk')) faults += await fillDisk(stage);
  return { faults: faults + (mail?.faults ?? 0), 'others waited ×': Math.round(others * 100) / 100 };
});
