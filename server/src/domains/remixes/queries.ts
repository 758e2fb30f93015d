import type { License } from '@gyan/contract/licenses.ts';
import sql, { raw } from 'sql-template-tag';
import { jsonObject } from '#db/json.ts';
import type { Db, Transaction } from '#db/pool.ts';
import { type CardRow, selectedColumns } from '#domains/cards/columns.ts';
import { type ComparedContent, type ComparedFields, comparedJson } from '#domains/cards/comparison.ts';
import { chainJson, joinChainParts } from '#domains/chains/view.ts';
import { remixOfJson } from '#domains/collections/remix-of.ts';
import { fromViewerTable, isNotBlocked, viewerTable } from '#domains/connections/view.ts';
import { isNotLeaving, viewerSql, viewerValues } from '#domains/users/view.ts';
import { isOpenTo } from '#domains/visibility/is-open-to.ts';
import { isShownIn } from '#domains/visibility/view.ts';
import type { Viewer, ViewerSql } from '#http/viewer.ts';

/** The cards of a chain that the viewer sees in it, in order. They cannot be deleted until the transaction ends. */
export function lockCardsIn(tx: Transaction, viewer: Viewer, chainId: number): Promise<CardRow[]> {
  return tx.query<CardRow>(sql`
    with ${viewerTable(viewer)}
    select ${selectedColumns}
    from chain_cards join chains on chains.id = chain_cards.chain_id join cards on cards.id = chain_cards.card_id
    where chain_cards.chain_id = ${chainId} and ${raw(isShownIn('chains', 'cards', fromViewerTable))}
      and ${raw(isNotLeaving('cards.owner_id'))} and ${raw(isNotBlocked('cards.owner_id', fromViewerTable))}
    order by chain_cards.rank, chain_cards.card_id
    for key share of cards`);
}

/** What a copy keeps of its original. */
export interface Origin {
  remixOf: number;
  base: ComparedFields;
  keptLicense: License | null;
}

export async function updateOrigin(
  tx: Transaction,
  cardId: number,
  { remixOf, base, keptLicense }: Origin,
): Promise<void> {
  await tx.query(sql`
    update cards set remix_of = ${remixOf}, remix_base = ${JSON.stringify(base)}::jsonb, kept_license = ${keptLicense}
    where id = ${cardId}`);
}

export async function updateOriginOfChain(tx: Transaction, chainId: number, remixOf: number): Promise<void> {
  await tx.query(sql`update chains set remix_of = ${remixOf} where id = ${chainId}`);
}

/** A copy beside its original. */
export interface Pair {
  id: number;
  urlText: string;
  title: string;
  ownerId: number;
  copy: ComparedContent;
  base: ComparedFields;
  originalId: number;
  originalOwnerId: number;
  originalKeptLicense: License | null;
  original: ComparedContent;
}

/** The copies whose originals the viewer can read; `condition` is about `copy`. */
function pairStatement(viewer: ViewerSql, condition: string): string {
  return `
    select copy.id, copy.url_text as "urlText", copy.title, copy.owner_id as "ownerId", ${comparedJson('copy')} as copy,
      copy.remix_base as base, original.id as "originalId", original.owner_id as "originalOwnerId",
      original.kept_license as "originalKeptLicense", ${comparedJson('original')} as original
    from cards as copy join cards as original on original.id = copy.remix_of
    where copy.remix_base is not null and ${condition} and ${isOpenTo('original', viewer)}`;
}

const viewing = viewerSql(2);
const pairs = {
  'remix-of-card': pairStatement(viewing, 'copy.id = $1::bigint'),
  'remixes-in-chain': `${pairStatement(
    viewing,
    `copy.id in (select card_id from chain_cards where chain_id = $1::bigint) and copy.owner_id = ${viewing.id}`,
  )} order by copy.id`,
};

export async function findPair(db: Db, viewer: Viewer, cardId: number): Promise<Pair | undefined> {
  const values = [cardId, ...viewerValues(viewer)];
  const [row] = await db.query<Pair>({ name: 'remix-of-card', text: pairs['remix-of-card'], values });
  return row;
}

/** The viewer's copies in a chain. */
export function listPairsIn(db: Db, viewer: Viewer, chainId: number): Promise<Pair[]> {
  const values = [chainId, ...viewerValues(viewer)];
  return db.query<Pair>({ name: 'remixes-in-chain', text: pairs['remixes-in-chain'], values });
}

const chainAnswer = `
  select json_strip_nulls(${jsonObject({
    chapterModel: chainJson('chain', {
      viewer: viewing,
      rank: '$4::float8',
      more: { remixOf: remixOfJson('chains', 'chain', viewing) },
    }),
  })})::text as body
  from chains as chain ${joinChainParts('chain', viewing)}
  where chain.id = $1::bigint`;

export async function findCopiedChain(db: Db, viewer: Viewer, id: number, rank: number): Promise<string> {
  const values = [id, ...viewerValues(viewer), rank];
  const [row] = await db.query<{ body: string }>({ name: 'copied-chain', text: chainAnswer, values });
  if (!row) throw new Error('The copied chain is not there.');
  return row.body;
}
