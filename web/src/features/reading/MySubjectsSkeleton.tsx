import './reading.css';
import { TileGrid } from '#features/tiles/TileGrid.tsx';
import { TileSkeleton } from '#features/tiles/TileSkeleton.tsx';
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx';

/** A placeholder while the subjects load. */
export function MySubjectsSkeleton() {
  return (
    <SkeletonGroup>
      <div className="my-actions">
        <Skeleton shape="button" />
      </div>
      <TileGrid>
        {['a', 'b', 'c', 'd'].map((place) => (
          <TileSkeleton key={place} kind="subject" />
        ))}
      </TileGrid>
    </SkeletonGroup>
  );
}
