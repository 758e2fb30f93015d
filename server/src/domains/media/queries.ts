import sql from 'sql-template-tag';
import type { Db } from '#db/pool.ts';
import type { SizeName } from './files.ts';
import type { Dimensions } from './picture.ts';

export interface PhotoRow {
  id: number;
  key: string;
  sizes: Record<SizeName, Dimensions>;
  placeholder: string;
  color: string;
}

export async function findPhotoByKey(db: Db, key: string): Promise<PhotoRow | undefined> {
  const [row] = await db.query<PhotoRow>(
    sql`select id, key, sizes, placeholder, color from photos where key = ${key}`,
  );
  return row;
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
