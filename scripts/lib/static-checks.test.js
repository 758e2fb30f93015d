import { expect, test } from 'vitest';
import { isFitting } from './licences.js';
import { lockProblems } from './lock-file.js';
import { secretsIn } from './secrets.js';

const sound = { version: '1.2.3', integrity: `sha512-${'a'.repeat(86)}==` };
const lockWith = (entry, root = {}) => ({
  lockfileVersion: 3,
  packages: {
    '': root,
    contract: {},
    'node_modules/@gyan/contract': { link: true, resolved: 'contract' },
    'node_modules/x': entry,
  },
});

test('a lock file that pins everything is left alone', () => {
  expect(
    lockProblems(lockWith(sound, { dependencies: { x: '1.2.3', y: 'npm:@z/y@1.0.0-beta.1' } }), ['contract']),
  ).toEqual([]);
});

test.each([
  ['no hash', { version: '1.2.3' }],
  ['a weak hash', { ...sound, integrity: 'sha1-abc=' }],
  ['a registry of its own', { ...sound, resolved: 'https://evil.example/x-1.2.3.tgz' }],
  ['a repository', { ...sound, resolved: 'git+ssh://git@github.com/x/x.git#abc' }],
  ['a folder', { resolved: '../x', link: true }],
  ['a range', { ...sound, version: '^1.2.3' }],
])('a package with %s is found', (_what, entry) => {
  expect(lockProblems(lockWith(entry), ['contract'])).toHaveLength(1);
});

test.each(['^1.2.3', 'latest', '*', 'github:x/x', 'file:../x', 'npm:y@^1.0.0'])(
  'asking for %s is found',
  (range) => {
    expect(lockProblems(lockWith(sound, { devDependencies: { x: range } }), ['contract'])).toHaveLength(1);
  },
);

test('licences fit, or were looked at for this package and no other', () => {
  expect(isFitting('x', 'MIT')).toBe(true);
  expect(isFitting('x', '(MIT OR GPL-3.0)')).toBe(true);
  expect(isFitting('x', '(MIT AND Zlib)')).toBe(true);
  expect(isFitting('@img/sharp-libvips-linux-x64', 'LGPL-3.0-or-later')).toBe(true);
  for (const licence of [
    'GPL-3.0',
    'AGPL-3.0-only',
    'MIT AND GPL-3.0',
    'UNLICENSED',
    'LGPL-3.0-or-later',
    undefined,
  ]) {
    expect([licence, isFitting('x', licence)]).toEqual([licence, false]);
  }
});

test.each([
  ['-----BEGIN RSA ', 'PRIVATE KEY-----'],
  ['AKIA', 'IOSFODNN7EXAMPLE'],
  ['ghp_', 'a1B2c3D4e5F6g7H8i9', 'J0k1L2m3N4o5P6q7R8'],
  ['postgres://gyan:', 'correct-horse@db.example/gyan'],
  ['const key = "', 'q7Zk2Vb9Xw4Rt8Yp', '3Ls6Nd1Hf5Gj0Mc"'],
  ['eyJhbGciOiJIUzI1NiIsInR5', 'cCI6.eyJzdWIiOiIxMjM0NTY3ODkwIi.dBjftJeZ4CVPmB92K27uhbU'],
])('a secret that begins %s is found', (...parts) => {
  expect(secretsIn(`// before\n${parts.join('')}\n`).map(({ at }) => at)).toContain(2);
});

test('words, long names and pictures are no secrets', () => {
  expect(
    secretsIn('const connectionRequestNotificationPreferences = "/api/v1/r/updateinvitepageshowntime"'),
  ).toEqual([]);
  expect(
    secretsIn(
      '"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="',
    ),
  ).toEqual([]);
});
