import { ensureBuilt } from './lib/build.js';
import { main } from './lib/failure.js';
import { ensureInstalled } from './lib/install.js';

await main(async () => {
  await ensureInstalled({ withTestTools: false });
  await ensureBuilt();
});
