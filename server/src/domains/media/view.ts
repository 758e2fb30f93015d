import type { PhotoModel } from '@gyan/contract/photos.ts';
import { photoUrl, type SizeName } from './files.ts';
import type { PhotoRow } from './queries.ts';

/** Same as the column `photos.model` in SQL. */
export function photoModel(row: PhotoRow): PhotoModel {
  const size = (name: SizeName) => ({ url: photoUrl(row.key, name), ...row.sizes[name] });
  return { specMap: { sm: size('sm'), md: size('md'), lg: size('lg') }, placeholder: row.placeholder };
}

/**
 * The wire's photo model as SQL, for lists that pass it on as JSON text. `alias` is the `photos` row in the caller's
 * statement; null if there is no photo.
 */
export function photoJson(alias: string): string {
  if (!/^[a-z_][a-z0-9_]*$/.test(alias)) throw new TypeError('An alias is a plain SQL name.');
  return `${alias}.model`;
}
