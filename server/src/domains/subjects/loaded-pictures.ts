import { chainFileLimits } from '@gyan/contract/chain-file.ts';
import type { Db } from '#db/pool.ts';
import { findStoredPhoto, type PreparedPhoto, preparePhoto } from '#domains/media/actions.ts';
import { photoFiles } from '#domains/media/files.ts';
import { unavailableOnError } from '#domains/media/storage-errors.ts';
import type { Storage } from '#domains/storage/storage.ts';
import { ProblemError } from '#http/problems.ts';
import { type FileProblem, importKey, type LoadedFile } from './chain-file.ts';

/** The pictures a file names, by name. */
export type LoadedPictures = Map<string, PreparedPhoto>;

const [, extension] = photoFiles.lg.name.split('.');
const ownKey = /^[0-9a-f]{40}$/;

/** A picture's name in an export. It comes from the content, so it is the same on every installation. */
export function pictureName(key: string): string {
  return `${key}.${extension}`;
}

/** Finds and decodes all pictures of a file; a dry run only checks that they exist. */
export async function takePictures(
  deps: { db: Db; storage: Storage },
  file: LoadedFile,
  { look }: { look: boolean },
): Promise<LoadedPictures> {
  const paths = picturePaths(file);
  const problems: FileProblem[] = [];
  if (paths.size > chainFileLimits.pictures) {
    const message = `There can be at most ${chainFileLimits.pictures} pictures in a file`;
    file.refuse([{ path: ['chains'], message }]);
  }
  const pictures: LoadedPictures = new Map();
  for (const [name, path] of paths) {
    try {
      const picture = await takePicture(deps, name, look);
      if (picture) pictures.set(name, picture);
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code === 'unavailable') throw error;
      problems.push({ path, message: error.message });
    }
  }
  if (problems.length > 0) file.refuse(problems);
  return pictures;
}

/** Each name once, at its first path. */
function picturePaths(file: LoadedFile): Map<string, PropertyKey[]> {
  const paths = new Map<string, PropertyKey[]>();
  const note = (name: string | undefined, path: PropertyKey[]) => {
    if (name !== undefined && !paths.has(name)) paths.set(name, path);
  };
  for (const [index, { photo }] of file.subjects.entries()) note(photo, ['subjects', index, 'photo']);
  for (const [chainIndex, { cards }] of file.chains.entries()) {
    for (const [index, { photo }] of cards.entries())
      note(photo, ['chains', chainIndex, 'cards', index, 'photo']);
  }
  return paths;
}

async function takePicture(
  deps: { db: Db; storage: Storage },
  name: string,
  look: boolean,
): Promise<PreparedPhoto | undefined> {
  const own = name.slice(0, -`.${extension}`.length);
  const isOwn = ownKey.test(own) && name === pictureName(own);
  const known = isOwn ? await findStoredPhoto(deps, own) : undefined;
  if (known) return known;
  const key = importKey(name) ?? '';
  if (look && (await unavailableOnError(deps.storage.exists(key)))) return undefined;
  const bytes = look ? undefined : await unavailableOnError(deps.storage.get(key));
  if (!bytes) throw new ProblemError('not_found', `There is no object “${name}” in the imports folder`);
  return preparePhoto(deps, bytes);
}
