import { type ReactNode, useEffect, useRef } from 'react';
import { isRemoved } from '#features/entities/store.ts';
import { TileGrid } from '#features/tiles/TileGrid.tsx';
import { Alert } from '#ui/Alert.tsx';
import { LoadMore } from '#ui/LoadMore.tsx';
import { ContentTile } from './ContentTile.tsx';
import type { ContentView } from './feed-view.ts';

export interface ContentGridLook<Content extends ContentView> {
  /** The button's label. */
  label?: ReactNode;
  /** Shown after the last tile. */
  end?: ReactNode;
  headingLevel?: 2 | 3 | 4;
  /** How many tiles are likely on the first screen and load their picture eagerly. */
  eager?: number;
  /** A line above the tile, if any. */
  caption?: (content: Content) => ReactNode;
  /** Renders titles and texts. */
  highlight?: (text: string) => ReactNode;
  /** Buttons in a tile's foot. */
  actions?: (content: Content) => ReactNode;
}

interface ContentGridProps<Content extends ContentView> extends ContentGridLook<Content> {
  items: readonly Content[];
  hasMore: boolean;
  busy: boolean;
  /** Why the last page failed to load. */
  problem?: string | undefined;
  onLoad: () => void;
  onNear?: () => void;
}

/** Tiles and a button to load more. */
export function ContentGrid<Content extends ContentView>({
  items: loaded,
  hasMore,
  busy,
  problem,
  onLoad,
  onNear,
  label,
  end,
  headingLevel = 2,
  eager = 0,
  caption,
  highlight,
  actions,
}: ContentGridProps<Content>) {
  const items = loaded.filter((content) => !isRemoved(content));
  return (
    <>
      <TileGrid>
        {items.map((content, index) => {
          const key = `${content.kind} ${content.id}`;
          const tile = (
            <ContentTile
              key={key}
              content={content}
              headingLevel={headingLevel}
              priority={index < eager}
              highlight={highlight}
              actions={actions?.(content)}
            />
          );
          const text = caption?.(content);
          if (!text) return tile;
          return (
            <div key={key} className="captioned">
              <p className="caption">{text}</p>
              {tile}
            </div>
          );
        })}
      </TileGrid>
      {problem && (
        <div className="list-error">
          <Alert tone="danger">{problem}</Alert>
        </div>
      )}
      <NearViewport when={hasMore} onNear={onNear}>
        <LoadMore
          shown={items.length}
          hasMore={hasMore}
          busy={busy}
          onLoad={onLoad}
          label={label}
          end={end}
        />
      </NearViewport>
    </>
  );
}

interface NearViewportProps {
  when: boolean;
  onNear: (() => void) | undefined;
  children: ReactNode;
}

/** Calls `onNear` when the viewer scrolls close, to prefetch the next page. */
function NearViewport({ when, onNear, children }: NearViewportProps) {
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(onNear);
  useEffect(() => {
    latest.current = onNear;
  });
  useEffect(() => {
    if (!when || !box.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) latest.current?.();
      },
      { rootMargin: '240px' },
    );
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [when]);
  return <div ref={box}>{children}</div>;
}
