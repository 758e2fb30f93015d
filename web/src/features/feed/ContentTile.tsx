import type { ReactNode } from 'react';
import { CardTile } from '#features/tiles/CardTile.tsx';
import { ChainTile } from '#features/tiles/ChainTile.tsx';
import { SubjectTile } from '#features/tiles/SubjectTile.tsx';
import { relativeTime } from '#lib/relative-time.ts';
import { useNow } from '#lib/use-now.ts';
import type { ContentView } from './feed-view.ts';
import { useContent } from './use-content.ts';

interface ContentTileProps {
  content: ContentView;
  priority?: boolean;
  headingLevel?: 2 | 3 | 4;
  highlight?: (text: string) => ReactNode;
  actions?: ReactNode;
}

export function ContentTile({ content: listed, ...look }: ContentTileProps) {
  const content = useContent(listed);
  const now = useNow();
  const shared = {
    ...look,
    timeText: relativeTime((now - content.createdAt) / 1000),
    dateTime: new Date(content.createdAt).toISOString(),
  };
  if (content.kind === 'card') {
    return <CardTile {...content} {...shared} previewText={content.excerpt ?? content.previewText} />;
  }
  if (content.kind === 'chain') return <ChainTile {...content} {...shared} />;
  return <SubjectTile {...content} {...shared} />;
}
