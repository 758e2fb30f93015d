import sql from 'sql-template-tag';
import type { Db, Transaction } from '#db/pool.ts';
import type { Dimensions } from './conversion.ts';
import type { SizeName } from './files.ts';

export interface PhotoRow {
  id: number;
  key: string;
  sizes: Record<SizeName, Dimensions>;
  placeholder: string;
  color: string;
}

/** Finds a picture that has been uploaded before, and notes that it was again: from now on it is not unused for a while. */
export async function touchPhoto(db: Db, key: string): Promise<PhotoRow | undefined> {
  const [row] = await db.query<PhotoRow>(sql`
    update photos set uploaded_at = now() where key = ${key} returning id, key, sizes, placeholder, color`);
  return row;
}

/** Locks a photo's row, against whoever is about to show it. */
export async function lockPhoto(
  tx: Transaction,
  id: number,
): Promise<{ key: string; uploaded_at: Date } | undefined> {
  const [row] = await tx.query<{ key: string; uploaded_at: Date }>(
    sql`select key, uploaded_at from photos where id = ${id} for update`,
  );
  return row;
}

/** Throws when anything still shows it: the foreign keys know everything that does. */
export async function deletePhoto(tx: Transaction, id: number): Promise<void> {
  await tx.query(sql`delete from photos where id = ${id}`);
}

/** The same picture gives the same row, also when two people upload it at once. */
export async function upsertPhoto(db: Db, photo: Omit<PhotoRow, 'id'>): Promise<PhotoRow> {
  const [row] = await db.query<PhotoRow>(sql`
    insert into photos (key, sizes, placeholder, color)
    values (${photo.key}, ${JSON.stringify(photo.sizes)}::jsonb, ${photo.placeholder}, ${photo.color})
    on conflict (key) do update set key = excluded.key
    returning id, key, sizes, placeholder, color`);
  if (!row) throw new Error('The photo was not written.');
  return row;
}
