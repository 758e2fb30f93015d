import type { PromptModel } from '@gyan/contract/prompts.ts';
import sql, { raw } from 'sql-template-tag';
import type { Db, Transaction } from '#db/pool.ts';
import { viewerSql, viewerValues } from '#domains/users/view.ts';
import { isOpenTo } from '#domains/visibility/is-open-to.ts';
import type { Viewer } from '#http/viewer.ts';

/** A cloze asks only while its sentence is in the text of the card. */
const isCurrent = (card: string) => `(prompt.kind = 'question' or strpos(${card}.text, prompt.question) > 0)`;

const members = `json_build_object('promptId', prompt.id, 'kind', prompt.kind, 'question', prompt.question,
  'answer', prompt.answer, 'rank', prompt.rank)`;

/** SQL for the prompts of a card that are asked, as JSON. */
export function promptsJson(card: string): string {
  return `select coalesce(json_agg(${members} order by prompt.rank), '[]'::json)
    from prompts as prompt where prompt.card_id = ${card}.id and ${isCurrent(card)}`;
}

interface CardPrompts {
  ownerId: number;
  locked: boolean;
  text: string;
  /** JSON of those that are asked. */
  current: string;
  /** JSON of all, also of clozes whose sentence is gone. */
  all: string;
}

const statement = (condition: string) => `
  select card.owner_id as "ownerId", card.locked, card.text, (${promptsJson('card')})::text as current,
    (select coalesce(json_agg(${members} order by prompt.rank), '[]'::json)
     from prompts as prompt where prompt.card_id = card.id)::text as all
  from cards as card where card.id = $1::bigint and ${condition}`;

const statements = {
  'prompts-of-card': statement(isOpenTo('card', undefined)),
  'prompts-of-card-as-seen': statement(isOpenTo('card', viewerSql(2))),
};

export async function findPrompts(db: Db, cardId: number, viewer?: Viewer): Promise<CardPrompts | undefined> {
  const name = viewer ? 'prompts-of-card-as-seen' : 'prompts-of-card';
  const [row] = await db.query<CardPrompts>({
    name,
    text: statements[name],
    values: [cardId, ...(viewer ? viewerValues(viewer) : [])],
  });
  return row;
}

export async function listPromptIds(tx: Transaction, cardId: number): Promise<Set<number>> {
  const rows = await tx.query<{ id: number }>(sql`select id from prompts where card_id = ${cardId}`);
  return new Set(rows.map(({ id }) => id));
}

export interface PromptContent {
  promptId?: number | undefined;
  kind: PromptModel['kind'];
  question: string;
  answer: string;
}

/** Makes these the prompts of the card, in this order. */
export async function replacePrompts(
  tx: Transaction,
  cardId: number,
  prompts: readonly PromptContent[],
): Promise<void> {
  const kept = prompts.flatMap(({ promptId }) => promptId ?? []);
  await tx.query(sql`delete from prompts where card_id = ${cardId} and not id = any(${kept}::bigint[])`);
  for (const [rank, { promptId, kind, question, answer }] of prompts.entries()) {
    await tx.query(
      promptId === undefined
        ? sql`insert into prompts (card_id, kind, question, answer, rank)
            values (${cardId}, ${kind}, ${question}, ${answer}, ${rank})`
        : sql`update prompts set kind = ${kind}, question = ${question}, answer = ${answer}, rank = ${rank}
            where id = ${promptId} and card_id = ${cardId}`,
    );
  }
}

/** Gives a copy of a card the prompts that its original asks. */
export async function copyPrompts(tx: Transaction, originalId: number, copyId: number): Promise<void> {
  await tx.query(sql`
    insert into prompts (card_id, kind, question, answer, rank)
    select ${copyId}, prompt.kind, prompt.question, prompt.answer, prompt.rank
    from prompts as prompt join cards as card on card.id = prompt.card_id
    where prompt.card_id = ${originalId} and ${raw(isCurrent('card'))}
    order by prompt.rank`);
}
