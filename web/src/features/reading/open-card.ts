import type { CardDetail } from '#features/cards/card-detail.ts';
import { readCard } from '#features/cards/read-card.ts';
import type { Api } from '#lib/api.ts';
import { ApiProblem } from '#lib/api-problem.ts';

/** A card inside a chain or subject, without the parts of its own page. */
export type OpenCardView = Omit<CardDetail, 'chains' | 'comments'>;

/** Null when there is no such card. */
export async function readOpenCard(api: Api, urlText: string): Promise<OpenCardView | null> {
  try {
    const { chains: _chains, comments: _comments, ...card } = await readCard(api, urlText);
    return card;
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return null;
    throw error;
  }
}
