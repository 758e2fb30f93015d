import type { ReactNode } from 'react';
import { CardTile } from '#features/tiles/CardTile.tsx';
import { ChainTile } from '#features/tiles/ChainTile.tsx';
import { SubjectTile } from '#features/tiles/SubjectTile.tsx';
import { relativeTime } from '#lib/relative-time.ts';
import { useNow } from '#lib/use-now.ts';
import type { ContentView } from './feed-view.ts';
import { useContent } from './use-content.ts';

interface ContentTileProps {
  thing: ContentView;
  priority?: boolean;
  headingLevel?: 2 | 3 | 4;
  mark?: (text: string) => ReactNode;
  actions?: ReactNode;
}

export function ContentTile({ thing: listed, ...look }: ContentTileProps) {
  const thing = useContent(listed);
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
