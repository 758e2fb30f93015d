import { existsSync, readFileSync } from 'node:fs';

/** Permissive licences. */
const fitting = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Reviewed exceptions, with the reason. */
const exceptions = [
  [/^@img\/sharp-/, 'LGPL-3.0-or-later', 'libvips, a dynamically linked library that can be replaced'],
  [/^(?:@axe-core\/|axe-core$)/, 'MPL-2.0', 'checks pages in tests, not shipped'],
  [/^lightningcss/, 'MPL-2.0', 'used by the build, not shipped'],
  [/^web-push$/, 'MPL-2.0', 'a library used unchanged; its licence covers its own files only'],
  [/^@fontsource/, 'OFL-1.1', 'fonts, which this licence is for'],
  [/^(?:humanize-number|only)$/, undefined, 'says MIT in its readme; part of the storage that tests talk to'],
];

/** Packages with an unsuitable licence, each as a sentence. */
export function licenceProblems(lock, root) {
  return Object.entries(lock.packages)
    .filter(([packagePath, entry]) => packagePath.includes('node_modules/') && !entry.link)
    .map(([packagePath, entry]) => [
      packagePath.split('node_modules/').at(-1),
      licenceOf(`${root}/${packagePath}`) ?? entry.license,
    ])
    .filter(([name, licence]) => !isFitting(name, licence))
    .map(([name, licence]) => `${name} is under ${licence ?? 'no licence that it names'}`);
}

/** Licence in the installed package.json; packages for other platforms are not installed. */
function licenceOf(folder) {
  const file = `${folder}/package.json`;
  if (!existsSync(file)) return undefined;
  const { license, licenses } = JSON.parse(readFileSync(file, 'utf8'));
  return license?.type ?? license ?? licenses?.map(({ type }) => type).join(' OR ');
}

/** `A OR B` fits if one does, `A AND B` if both do. */
export function isFitting(name, licence) {
  const isKnown = (one) =>
    fitting.has(one) || exceptions.some(([names, other]) => other === one && names.test(name));
  if (licence === undefined) return isKnown(undefined);
  return licence
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((way) => way.split(' AND ').every(isKnown));
}
