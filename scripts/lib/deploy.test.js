import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { BlockList } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../server/src/config.ts';
import { memoryFlags } from '../../server/src/lib/memory-flags.ts';
import { at } from './paths.js';

const read = (...path) => readFile(at('deploy', ...path), 'utf8');
const run = promisify(execFile);

/** Variables read by the server, its libraries and Node. */
async function knownVariables() {
  const config = await readFile(at('server', 'src', 'config.ts'), 'utf8');
  const own = [...config.matchAll(/read\.\w+\(\s*'([A-Z0-9_]+)'/g)].map(([, name]) => name);
  expect(own.length).toBeGreaterThan(30);
  const others = ['NODE_ENV', 'NODE_COMPILE_CACHE', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];
  return new Set([...own, ...others]);
}

async function unknownAmong(names) {
  const known = await knownVariables();
  return names.filter((name) => !known.has(name));
}

const namesIn = (text) => [...text.matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name);

test('the compose file gives Gyan only variables that it reads, and asks only for values that the example has', async () => {
  const text = await read('compose', 'compose.yaml');
  const { services, volumes } = parse(text, { merge: true });
  expect(Object.keys(services)).toEqual(
    expect.arrayContaining(['balancer', 'web', 'worker', 'pooler', 'primary', 'replica', 'storage']),
  );
  for (const { environment } of [services.web, services.worker]) {
    expect(environment.DATABASE_URL).toContain('pooler');
    expect(await unknownAmong(Object.keys(environment))).toEqual([]);
  }
  expect([services.web.environment.ROLE, services.worker.environment.ROLE]).toEqual(['web', 'worker']);
  const variables = new Set([...text.matchAll(/(?<!\$)\$\{(\w+)\}/g)].map(([, name]) => name));
  expect(variables).toEqual(new Set(namesIn(await read('compose', 'example.env'))));

  for (const { volumes: mounts = [] } of Object.values(services)) {
    for (const mount of mounts) {
      const [source] = mount.split(':');
      expect([
        source,
        source.startsWith('.') ? existsSync(at('deploy', 'compose', source)) : source in volumes,
      ]).toEqual([source, true]);
    }
  }
});

test('in the compose file only the load balancer is believed about where somebody comes from', async () => {
  const { services, networks } = parse(await read('compose', 'compose.yaml'), { merge: true });
  const balancer = services.balancer.networks.default.ipv4_address;
  for (const { environment } of [services.web, services.worker]) {
    expect(environment.TRUSTED_PROXIES).toBe(balancer);
  }
  const [{ subnet, gateway, ip_range: given }] = networks.default.ipam.config;
  const isIn = (block) => {
    const [address, bits] = block.split('/');
    const list = new BlockList();
    list.addSubnet(address, Number(bits));
    return list.check(balancer);
  };
  expect([isIn(subnet), isIn(given), gateway === balancer]).toEqual([true, false, false]);
});

test('nobody finds a demo in what is deployed, whatever else is set', async () => {
  const image = (await read('Containerfile')).matchAll(/^ENV (.+)$/gm);
  const ofImage = Object.fromEntries(
    [...image].flatMap(([, pairs]) => pairs.split(' ').map((pair) => pair.split('='))),
  );
  const { services } = parse(await read('compose', 'compose.yaml'), { merge: true });
  const ofUnits = [...(await read('systemd', 'gyan.env')).matchAll(/^([A-Z_]+)=(.*)$/gm)].map(
    ([, ...pair]) => pair,
  );
  const environments = [
    ofImage,
    services.web.environment,
    services.worker.environment,
    Object.fromEntries(ofUnits),
  ];
  for (const { DEMO, HOST } of environments) {
    expect(DEMO).toBe('off');
    expect(readConfig({ DEMO, HOST, PUBLIC_URL: 'http://localhost:3000' }).demo).toBe(false);
  }
  expect(ofImage.HOST).toBe('0.0.0.0');
});

test('the image is made of files that are there, and does not run as root', async () => {
  const text = await read('Containerfile');
  const copied = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources]) =>
    sources.split(' '),
  );
  expect(copied.length).toBeGreaterThan(8);
  expect(copied.filter((source) => !existsSync(at(source)))).toEqual([]);
  expect(text).toMatch(/^USER node$/m);
  expect(text).toMatch(/^HEALTHCHECK /m);
  const environment = [...text.matchAll(/^ENV (.+)$/gm)].flatMap(([, pairs]) => pairs.match(/[A-Z_]+(?==)/g));
  expect(await unknownAmong(environment)).toEqual([]);
});

test('units of systemd are well formed and set only variables that are read', async () => {
  const units = ['gyan-web@.service', 'gyan-worker.service'];
  for (const unit of units) {
    const text = await read('systemd', unit);
    const names = [...text.matchAll(/^Environment=(.+)$/gm)].flatMap(([, pairs]) =>
      pairs.match(/[A-Z_]+(?==)/g),
    );
    expect(names).toContain('ROLE');
    expect(await unknownAmong(names)).toEqual([]);
  }
  expect(await unknownAmong(namesIn(await read('systemd', 'gyan.env')))).toEqual([]);
  if (!(await isInstalled('systemd-analyze'))) return;
  const { stderr } = await run(
    'systemd-analyze',
    ['verify', ...units.map((unit) => at('deploy', 'systemd', unit.replace('@', '@3001')))].map(
      (path) => path,
    ),
    {
      env: { ...process.env, SYSTEMD_LOG_LEVEL: 'warning' },
    },
  ).catch((error) => error);
  // Gyan is not installed on the test machine.
  const complaints = stderr.split('\n').filter((line) => line && !line.includes('is not executable'));
  expect(complaints).toEqual([]);
});

test('whichever way a server is started, it is started to stay small', async () => {
  const starts = [
    'deploy/Containerfile',
    'deploy/systemd/gyan-web@.service',
    'deploy/systemd/gyan-worker.service',
    'scripts/start.js',
  ];
  for (const path of starts) {
    const text = await readFile(at(path), 'utf8');
    for (const flag of memoryFlags) expect(text, path).toContain(flag);
  }
});

test('nginx takes the configuration', async () => {
  const parts = [await read('nginx', 'upstream.conf'), await read('nginx', 'gyan.conf')];
  for (const name of ['listen', 'proxy_pass http://gyan']) expect(parts.join('\n')).toContain(name);
  if (!(await isInstalled('nginx'))) return;
  const folder = await mkdtemp(join(tmpdir(), 'gyan-nginx-'));
  try {
    const file = join(folder, 'nginx.conf');
    // An unprivileged port.
    const body = parts.join('\n').replace('listen 80 ', 'listen 8080 ');
    await writeFile(file, `pid ${folder}/pid; events {}\nhttp {\n${body}\n}\n`);
    const { stderr } = await run('nginx', ['-t', '-q', '-p', folder, '-c', file, '-e', join(folder, 'log')], {
      env: withSbin(),
    });
    expect(stderr).toBe('');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

function withSbin() {
  return { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` };
}

function isInstalled(program) {
  return run('sh', ['-c', `command -v ${program}`], { env: withSbin() }).then(
    () => true,
    () => false,
  );
}
