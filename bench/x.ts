import { readFileSync } from 'node:fs';
import { apiBase, getAnew } from './bench.ts';
import { compare, quantile } from './comparison.ts';
import { findCores, pin } from './cpu.ts';
import { startProduct } from './processes.ts';
import { questions, searchPath } from './searching.ts';

const n = process.argv[2]!;
const url = readFileSync(`/tmp/team/url-${n}`, 'utf8');
const dataDir = process.argv[3]!;
const postmasterPid = Number(readFileSync(`${dataDir}/postgres/postmaster.pid`, 'utf8').split('\n')[0]);
const cores = await findCores();
if (cores) {
  await pin(postmasterPid, cores.measured);
  await pin(process.pid, cores.asking);
}
const database = { url, dataDir, postmasterPid } as never;
const products: Record<string, Awaited<ReturnType<typeof startProduct>>> = {};
for (const run of (process.argv[4] ?? '1,2,3').split(',')) {
  process.env.X_RUN = run;
  products[run] = await startProduct(database, cores);
}
for (const [what, words] of Object.entries(questions)) {
  const r = await compare(
    Object.fromEntries(
      Object.entries(products).map(([k, served]) => [
        k,
        { served, asking: getAnew(`${apiBase}${searchPath(words)}`) },
      ]),
    ),
    postmasterPid,
    { rounds: 3, amount: 160 },
  );
  console.log(
    what.padEnd(28),
    ...Object.entries(r).map(([k, c]) =>
      `${k}: ${Math.round(c.server)}+${Math.round(c.database)} p50 ${Math.round(quantile(c.times, 0.5))} p99 ${Math.round(quantile(c.times, 0.99))}`.padEnd(
        34,
      ),
    ),
  );
}
for (const p of Object.values(products)) await p.stop();
process.exit(0);
