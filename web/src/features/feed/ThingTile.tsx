import type { ReactNode } from 'react';
import { CardTile } from '#features/marks/CardTile.tsx';
import { ChainTile } from '#features/marks/ChainTile.tsx';
import { SubjectTile } from '#features/marks/SubjectTile.tsx';
import { relativeTime } from '#lib/relative-time.ts';
import { useNow } from '#lib/use-now.ts';
import type { ThingView } from './feed-view.ts';
import { useThing } from './use-thing.ts';

interface ThingTileProps {
  thing: ThingView;
  priority?: boolean;
  headingLevel?: 2 | 3 | 4;
  mark?: (text: string) => ReactNode;
  actions?: ReactNode;
}

export function ThingTile({ thing: listed, ...look }: ThingTileProps) {
  const thing = useThing(listed);
  const now = useNow();
  const shared = {
    ...look,
    timeText: relativeTime((now - thing.createdAt) / 1000),
    dateTime: new Date(thing.createdAt).toISOString(),
  };
  if (thing.kind === 'card') {
    return <CardTile {...thing} {...shared} previewText={thing.excerpt ?? thing.previewText} />;
  }
  if (thing.kind === 'chain') return <ChainTile {...thing} {...shared} />;
  return <SubjectTile {...thing} {...shared} />;
}
