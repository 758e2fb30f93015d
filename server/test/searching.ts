import type { AnswerOf } from '@gyan/contract/calls.ts';
import { FeedItemModel } from '@gyan/contract/feed.ts';
import sql, { type Sql } from 'sql-template-tag';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import type { Database } from '#db/pool.ts';
import type { TestApp } from './app.ts';

type Found = AnswerOf<'GET /searchfeed'>;

const titleOf = (item: FeedItemModel) =>
  'postModel' in item
    ? item.postModel.title
    : 'chapterModel' in item
      ? item.chapterModel.title
      : item.subjectModel.title;

/** Searches as a user or visitor and validates the answer. */
export function openSearch(gyan: TestApp) {
  const search = async (q: string, more: Record<string, string> = {}, as?: string): Promise<Found> => {
    const query = new URLSearchParams({ q, ...more }).toString();
    const answer = await gyan.request(`${as ? '/r' : ''}/searchfeed?${query}`, { token: as });
    expect(answer.status, answer.text).toBe(200);
    const { feedItemModelVec }: Found = answer.body;
    z.parse(z.array(FeedItemModel), feedItemModelVec);
    return answer.body;
  };
  /** The titles of the results. */
  const find = async (q: string, more: Record<string, string> = {}, as?: string) =>
    (await search(q, more, as)).feedItemModelVec.map(titleOf);
  return { search, find };
}

/** Puts a card into every chain and a chain into every subject: without cards they are not found. */
export async function fillCollections(db: Database, cardId: number): Promise<void> {
  await db.query(sql`
    insert into chain_cards (chain_id, card_id, rank) select id, ${cardId}, 1 from chains on conflict do nothing`);
  await db.query(sql`
    insert into subject_chains (subject_id, chain_id, rank)
    select subjects.id, (select min(id) from chains), 1 from subjects on conflict do nothing`);
  // Without statistics PostgreSQL takes public rows for rare.
  await db.query(sql`analyze`);
}

/** Indexing a thousand cards in one statement can exceed the statement timeout of a request. */
export const insertMany = (db: Database, statement: Sql) =>
  db.transaction(async (tx) => {
    await tx.allow(60_000);
    await tx.query(statement);
  });
