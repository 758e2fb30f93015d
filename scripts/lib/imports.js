import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import config from '../../.dependency-cruiser.js';

/** Folders whose imports are checked. */
export const checkedFolders = [
  'contract/src',
  'server/src',
  'server/test',
  'web/src',
  'demo',
  'e2e',
  'bench',
  'torture',
  'deploy',
  'scripts',
];

/** Every import under `root` that breaks a rule, as sentences, and the source files that were checked. */
export async function brokenImports(root, folders) {
  const { output } = await cruise(folders, {
    ...config.options,
    baseDir: root,
    ruleSet: { forbidden: config.forbidden },
    validate: true,
  });
  const broken = output.summary.violations.map(({ rule, from, to, cycle }) => {
    const path =
      cycle === undefined ? `${from} → ${to}` : [from, ...cycle.map(({ name }) => name)].join(' → ');
    const { comment } = config.forbidden.find(({ name }) => name === rule.name);
    return `${rule.name}: ${path}\n    ${comment}`;
  });
  const checked = output.modules.filter(({ dependencies }) => dependencies.length > 0);
  return { broken, checked: checked.map(({ source }) => source) };
}

/** Source files with an import, found by text search: all of them must have been checked. */
export async function filesWithImports(root, folders, read) {
  const files = [];
  for (const folder of folders) {
    const entries = await readdir(join(root, folder), { recursive: true }).catch(() => []);
    for (const entry of entries.filter((name) => /\.tsx?$/.test(name))) {
      const path = `${folder}/${entry.replaceAll('\\', '/')}`;
      if (/^(import|export)\b[^;]*\bfrom\s+'/m.test(await read(join(root, path), 'utf8'))) files.push(path);
    }
  }
  return files;
}
