import { parseArgs } from 'node:util';
import { breakDatabase } from './faults/database.ts';
import { fillDisk } from './faults/disk.ts';
import { startEnvironment } from './faults/environment.ts';
import { breakExternalServices } from './faults/external-services.ts';
import { breakMail } from './faults/mail.ts';
import { breakVideoStills } from './faults/video-stills.ts';
import { runTortureScript } from './support/torture-script.ts';

// Breaks the connection to each external service in every way a network or a server can, and checks what users are
// answered during and after the fault. Usage: node torture/faults.ts [--only database] [--quick]

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, quick: { type: 'boolean', default: false } },
});
const wants = (name: string) => options.only === undefined || options.only === name;

await runTortureScript({ promise: '18, 19, 20', name: 'faults' }, async (context) => {
  const environment = await startEnvironment(context);
  let faults = 0;
  let slowdown = 1;
  const mail = wants('mail') ? await breakMail(environment) : undefined;
  if (['storage', 'ai', 'youtube'].some(wants)) {
    const broken = await breakExternalServices(environment, options.only);
    faults += broken.faults;
    slowdown = broken.slowest;
  }
  if (wants('youtube')) faults += await breakVideoStills(environment);
  await mail?.verifyArrived();
  if (wants('database')) faults += await breakDatabase(environment);
  if (wants('disk')) faults += await fillDisk(context);
  return {
    faults: faults + (mail?.faults ?? 0),
    'slowdown of other requests ×': Math.round(slowdown * 100) / 100,
  };
});
