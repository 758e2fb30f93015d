import sql from 'sql-template-tag';
import type { Transaction } from '#db/pool.ts';
import type { ThingId } from './kinds.ts';

/** Pictures that differ in so many of 64 bits look alike. */
const alike = 6;
/** Pictures of one colour have hardly a bit, or nearly all of them, and say nothing. */
const plain = 5;

const batchSize = 500;

/** Things with a picture that was uploaded lately and looks like a hidden one. Marks the pictures as compared. */
export function takeLookAlikes(tx: Transaction): Promise<(ThingId & { ownerId: number })[]> {
  return tx.query(sql`
    with fresh as (
      update photos set compared_at = now()
      where id in (
        select id from photos where look is not null and (compared_at is null or compared_at < uploaded_at)
        order by id limit ${batchSize} for no key update skip locked
      )
      returning id, look
    ), hidden as (
      select distinct photos.look from (
        select photo_id from cards where hidden_by is not null
        union all select photo_id from chains where hidden_by is not null
        union all select photo_id from subjects where hidden_by is not null
      ) as thing join photos on photos.id = thing.photo_id
      where bit_count(photos.look::bit(64)) between ${plain} and ${64 - plain}
    ), similar_photo as (
      select distinct fresh.id from fresh join hidden on bit_count((fresh.look # hidden.look)::bit(64)) <= ${alike}
    )
    select 'card' as kind, id, owner_id as "ownerId" from cards
    where photo_id in (select id from similar_photo) and hidden_by is null
    union all
    select 'chain', id, owner_id from chains
    where photo_id in (select id from similar_photo) and hidden_by is null
    union all
    select 'subject', id, owner_id from subjects
    where photo_id in (select id from similar_photo) and hidden_by is null`);
}
