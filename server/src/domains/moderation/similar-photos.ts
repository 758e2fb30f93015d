import sql, { raw } from 'sql-template-tag';
import type { Transaction } from '#db/pool.ts';
import { isPublished } from '#domains/visibility/view.ts';
import type { ObjectKey } from './kinds.ts';

/** Photos whose hashes differ in at most so many of 64 bits are similar. */
const maxDistance = 6;
/** The hash of a picture of one colour has hardly a bit, or nearly all of them, and says nothing. */
const minSetBits = 5;

const batchSize = 500;

const ofSimilar = (table: string) =>
  raw(`${table} where photo_id in (select id from similar_photo) and ${isPublished(table)}`);

/**
 * Published objects with a photo that was uploaded or published lately and is similar to a hidden one. Marks the photos
 * as compared.
 */
export function claimSimilarPhotos(tx: Transaction): Promise<(ObjectKey & { ownerId: number })[]> {
  return tx.query(sql`
    with fresh as (
      update photos set compared_at = now()
      where id in (
        select id from photos where difference_hash is not null and (compared_at is null or compared_at < uploaded_at)
        order by id limit ${batchSize} for no key update skip locked
      )
      returning id, difference_hash
    ), hidden as (
      select distinct photos.difference_hash from (
        select photo_id from cards where hidden_by is not null
        union all select photo_id from subjects where hidden_by is not null
      ) as object join photos on photos.id = object.photo_id
      where bit_count(photos.difference_hash::bit(64)) between ${minSetBits} and ${64 - minSetBits}
    ), similar_photo as (
      select distinct fresh.id from fresh
      join hidden on bit_count((fresh.difference_hash # hidden.difference_hash)::bit(64)) <= ${maxDistance}
    )
    select 'card' as kind, id, owner_id as "ownerId" from ${ofSimilar('cards')}
    union all select 'subject', id, owner_id from ${ofSimilar('subjects')}`);
}
