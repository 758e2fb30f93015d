import { useMemo } from 'react';
import { cardView } from '#features/cards/card-view.ts';
import { chainView } from '#features/chains/chain-view.ts';
import { useEntity } from '#features/entities/store.ts';
import { subjectView } from '#features/subjects/subject-view.ts';
import type { ThingView } from './feed-view.ts';

function useView({ kind, id }: ThingView): ThingView | undefined {
  const entity = useEntity(kind, id);
  return useMemo(() => {
    if (!entity) return undefined;
    if (kind === 'card') return cardView(entity as Parameters<typeof cardView>[0]);
    if (kind === 'chain') return chainView(entity);
    return subjectView(entity as Parameters<typeof subjectView>[0]);
  }, [kind, entity]);
}

/** A thing as it is now. What the list says of it is used while there is no entity: on the server and in its page. */
export function useThing<Thing extends ThingView>(thing: Thing): Thing {
  const view = useView(thing);
  // The address is the list's: it can name the chain the card was reached from.
  return view ? Object.assign({ ...thing }, view, { href: thing.href }) : thing;
}
