import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** An absolute path from one inside the repository. */
export const at = (...parts) => join(root, ...parts);

const windows = process.platform === 'win32';

/** The Node installed as a dependency. */
export const projectNode = at('node_modules', 'node', 'bin', windows ? 'node.exe' : 'node');
