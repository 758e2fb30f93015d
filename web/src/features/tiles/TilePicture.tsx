import { Cover } from './Cover.tsx';
import type { TileProps } from './tile.ts';

/** One column on phones, two from 720 px, in a page of at most 1120 px. */
export const tileSizes = '(min-width: 70rem) 34rem, (min-width: 45rem) 50vw, 100vw';

export function TilePicture({
  id,
  title,
  photo,
  priority = false,
}: Pick<TileProps, 'id' | 'title' | 'photo' | 'priority'>) {
  const specs = [photo?.specMap.sm, photo?.specMap.md, photo?.specMap.lg].filter((spec) => spec != null);
  const main = specs[1] ?? specs[0];
  if (!main) return <Cover id={id} title={title} />;
  return (
    <img
      className="tile-photo"
      src={main.url}
      srcSet={specs.map(({ url, width }) => `${url} ${width}w`).join(', ')}
      sizes={tileSizes}
      width={main.width}
      height={main.height}
      alt={photo?.altText ?? ''}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : undefined}
      decoding="async"
    />
  );
}
