import { Cover } from '#features/tiles/Cover.tsx';
import type { CardDetail } from './card-detail.ts';

export interface PictureProps {
  card: Pick<CardDetail, 'id' | 'title' | 'photo'>;
  /** Load the picture only when it is near the viewport. */
  lazy?: boolean | undefined;
}

export const cardSizes = '(min-width: 52rem) 50rem, 100vw';

/** The card's picture, or its cover. `alt` replaces the author's description. */
export function StillPicture({ card, lazy, alt }: PictureProps & { alt?: string }) {
  const specs = [card.photo?.specMap.sm, card.photo?.specMap.md, card.photo?.specMap.lg].filter(
    (spec) => spec != null,
  );
  const largest = specs.at(-1);
  if (!largest) return <Cover id={card.id} title={card.title} />;
  return (
    <img
      // A new element, so that the previous card's picture is not shown while this one loads.
      key={largest.url}
      src={largest.url}
      srcSet={specs.map(({ url, width }) => `${url} ${width}w`).join(', ')}
      sizes={cardSizes}
      width={largest.width}
      height={largest.height}
      alt={alt ?? card.photo?.altText ?? ''}
      {...(lazy ? { loading: 'lazy' } : { fetchPriority: 'high' })}
    />
  );
}
