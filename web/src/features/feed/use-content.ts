import { useMemo } from 'react';
import { cardView } from '#features/cards/card-view.ts';
import { chainView } from '#features/chains/chain-view.ts';
import { useEntity } from '#features/entities/store.ts';
import { subjectView } from '#features/subjects/subject-view.ts';
import type { ContentView } from './feed-view.ts';

function useView({ kind, id }: ContentView): ContentView | undefined {
  const entity = useEntity(kind, id);
  return useMemo(() => {
    if (!entity) return undefined;
    if (kind === 'card') return cardView(entity as Parameters<typeof cardView>[0]);
    if (kind === 'chain') return chainView(entity);
    return subjectView(entity as Parameters<typeof subjectView>[0]);
  }, [kind, entity]);
}

/** The entity if it is stored, else the list's own view: on the server and while hydrating. */
export function useContent<Content extends ContentView>(content: Content): Content {
  const view = useView(content);
  // Keep the list's URL: it can name the chain that the card was reached from.
  return view ? Object.assign({ ...content }, view, { href: content.href }) : content;
}
