import sql from 'sql-template-tag';
import type { Db, Transaction } from '#db/pool.ts';
import type { Dimensions } from './conversion.ts';
import type { SizeName } from './files.ts';

export interface PhotoRow {
  id: number;
  key: string;
  sizes: Record<SizeName, Dimensions>;
  placeholder: string;
  /** Absent for pictures stored before there was one. */
  differenceHash?: string | null;
}

/** Finds an uploaded picture and updates its last use, which postpones its deletion. */
export async function touchPhoto(db: Db, key: string): Promise<PhotoRow | undefined> {
  const [row] = await db.query<PhotoRow>(sql`
    update photos set uploaded_at = now() where key = ${key}
    returning id, key, sizes, placeholder, difference_hash::text as "differenceHash"`);
  return row;
}

/** Locks a photo's row, so that nothing can start to show it. */
export async function lockPhoto(
  tx: Transaction,
  id: number,
): Promise<{ key: string; uploaded_at: Date } | undefined> {
  const [row] = await tx.query<{ key: string; uploaded_at: Date }>(
    sql`select key, uploaded_at from photos where id = ${id} for update`,
  );
  return row;
}

/** Throws if anything still shows it, by foreign key. */
export async function deletePhoto(tx: Transaction, id: number): Promise<void> {
  await tx.query(sql`delete from photos where id = ${id}`);
}

/** The same picture gives the same row, also for concurrent uploads, and is compared again with hidden ones. */
export async function upsertPhoto(db: Db, photo: Omit<PhotoRow, 'id'>): Promise<PhotoRow> {
  const [row] = await db.query<PhotoRow>(sql`
    insert into photos (key, sizes, placeholder, difference_hash)
    values (${photo.key}, ${JSON.stringify(photo.sizes)}::jsonb, ${photo.placeholder}, ${photo.differenceHash ?? null})
    on conflict (key) do update
    set difference_hash = coalesce(photos.difference_hash, excluded.difference_hash), compared_at = null
    returning id, key, sizes, placeholder, difference_hash::text as "differenceHash"`);
  if (!row) throw new Error('The photo was not written.');
  return row;
}
