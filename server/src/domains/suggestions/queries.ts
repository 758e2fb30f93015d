import type { FieldChange } from '@gyan/contract/revisions.ts';
import type { UserModel } from '@gyan/contract/users.ts';
import sql from 'sql-template-tag';
import { jsonObject, nanoseconds } from '#db/json.ts';
import { type CursorValues, cursorSql } from '#db/page.ts';
import type { Db, Transaction } from '#db/pool.ts';
import { type CardContent, contentJson } from '#domains/cards/columns.ts';
import { isNotBlocked } from '#domains/connections/view.ts';
import { joinOwner, ownerMembers, viewerSql, viewerValues } from '#domains/users/view.ts';
import { isOpenTo } from '#domains/visibility/is-open-to.ts';
import type { Viewer, ViewerSql } from '#http/viewer.ts';
import type { SuggestedContent } from './content.ts';

export interface NewSuggestion extends SuggestedContent {
  cardId: number;
  ownerId: number;
  cardVersion: number;
  note: string | null;
}

/** Undefined if this user has an open suggestion for the card already. */
export async function insertSuggestion(
  tx: Transaction,
  suggestion: NewSuggestion,
): Promise<number | undefined> {
  const { cardId, ownerId, cardVersion, title, text, htmlDesc, tags, note } = suggestion;
  const [row] = await tx.query<{ id: number }>(sql`
    insert into suggestions (card_id, owner_id, card_version, title, text, html_desc, tags, note)
    values (${cardId}, ${ownerId}, ${cardVersion}, ${title}, ${text}, ${htmlDesc}, ${tags}, ${note})
    on conflict (card_id, owner_id) where state = 'open' do nothing
    returning id`);
  return row?.id;
}

export interface SuggestionRow extends SuggestedContent {
  id: number;
  cardId: number;
  cardUrlText: string;
  /** The texts of the card as they are. */
  card: CardContent;
  version: number;
  createdAt: number;
  owner: UserModel;
  ownerId: number;
  note: string | null;
  cardVersion: number;
  state: 'open' | 'accepted' | 'declined';
  answer: string | null;
  changes: FieldChange[] | null;
  cursor: string;
}

/** Suggestions of users whom the viewer sees, for cards that the viewer can read. */
function listStatement(viewer: ViewerSql, condition: string, end = ''): string {
  return `
    select suggestion.id, card.id as "cardId", card.url_text as "cardUrlText", ${contentJson('card')} as card, card.version,
      ${nanoseconds('suggestion.created_at')} as "createdAt", suggestion.owner_id as "ownerId",
      json_strip_nulls(${jsonObject(ownerMembers('suggestion', viewer))}) as owner,
      suggestion.title, suggestion.text, suggestion.html_desc as "htmlDesc", suggestion.tags, suggestion.note,
      suggestion.card_version as "cardVersion", suggestion.state, suggestion.answer, suggestion.changes,
      ${cursorSql('suggestion.id')} as cursor
    from suggestions as suggestion
    join cards as card on card.id = suggestion.card_id
    ${joinOwner('suggestion', viewer)}
    where ${condition} and ${isOpenTo('card', viewer)} and ${isNotBlocked('suggestion.owner_id', viewer)}
    ${end}`;
}

const viewing = viewerSql(3);
const inPages = 'order by suggestion.id desc limit $1 + 1';
const isBefore = 'suggestion.id < $2::bigint';
const isMine = `suggestion.owner_id = ${viewing.id}`;

const lists = {
  'suggestions-for-my-cards': listStatement(
    viewing,
    `card.owner_id = ${viewing.id} and ${isBefore}`,
    inPages,
  ),
  'my-suggestions': listStatement(viewing, `${isMine} and ${isBefore}`, inPages),
  'suggestions-for-card': listStatement(viewing, `card.id = $5::bigint and ${isBefore}`, inPages),
  'my-suggestions-for-card': listStatement(
    viewing,
    `card.id = $5::bigint and ${isMine} and ${isBefore}`,
    inPages,
  ),
};

/** The cursor before the latest suggestion. */
export const latestSuggestion: CursorValues = ['9007199254740991'];

/** The suggestions for a card or for all cards of the viewer, or those the viewer made; one more than the page. */
export function listSuggestions(
  db: Db,
  viewer: Viewer,
  page: { limit: number; after: CursorValues; mine: boolean; cardId: number | undefined },
): Promise<SuggestionRow[]> {
  const { limit, after, mine, cardId } = page;
  const name =
    cardId === undefined
      ? mine
        ? 'my-suggestions'
        : 'suggestions-for-my-cards'
      : mine
        ? 'my-suggestions-for-card'
        : 'suggestions-for-card';
  const values = [limit, ...after, ...viewerValues(viewer), ...(cardId === undefined ? [] : [cardId])];
  return db.query<SuggestionRow>({ name, text: lists[name], values });
}

const byId = listStatement(viewerSql(2), 'suggestion.id = $1::bigint');

export async function findSuggestion(db: Db, viewer: Viewer, id: number): Promise<SuggestionRow | undefined> {
  const values = [id, ...viewerValues(viewer)];
  const [row] = await db.query<SuggestionRow>({ name: 'suggestion', text: byId, values });
  return row;
}

/** Returns its card. */
export async function findCardOfSuggestion(db: Db, id: number): Promise<number | undefined> {
  const [row] = await db.query<{ cardId: number }>(
    sql`select card_id as "cardId" from suggestions where id = ${id}`,
  );
  return row?.cardId;
}

/** The caller has locked the card: suggestions are decided one after the other. */
export async function updateDecision(
  tx: Transaction,
  decision: {
    id: number;
    accepted: boolean;
    deciderId: number;
    answer: string | null;
    changes: FieldChange[];
  },
): Promise<void> {
  await tx.query(sql`
    update suggestions
    set state = ${decision.accepted ? 'accepted' : 'declined'}, decided_at = now(), decided_by = ${decision.deciderId},
      answer = ${decision.answer}, changes = ${JSON.stringify(decision.changes)}::jsonb
    where id = ${decision.id}`);
}
