import './reading.css';
import { TileGrid } from '#features/marks/TileGrid.tsx';
import { TileSkeleton } from '#features/marks/TileSkeleton.tsx';
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx';

/** A placeholder while the subjects load. */
export function MySubjectsOutline() {
  return (
    <SkeletonGroup className="page-skeleton">
      <div className="my-acts">
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
