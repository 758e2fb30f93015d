import { SkeletonGroup } from '#ui/Skeleton.tsx';
import { TileGrid } from './TileGrid.tsx';
import { TileSkeleton } from './TileSkeleton.tsx';

/** A list of chains while it loads. */
export function ChainsSkeleton() {
  return (
    <SkeletonGroup>
      <TileGrid>
        {['a', 'b', 'c', 'd'].map((place) => (
          <TileSkeleton key={place} kind="chain" />
        ))}
      </TileGrid>
    </SkeletonGroup>
  );
}
