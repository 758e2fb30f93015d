import '#features/learning/learning.css';
import '../feed.css';
import { TileGrid } from '#features/tiles/TileGrid.tsx';
import { TileSkeleton } from '#features/tiles/TileSkeleton.tsx';
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx';

/** A placeholder with the geometry of an entry. */
export function FeedSkeleton() {
  return (
    <div className="captioned" aria-hidden="true">
      <div className="caption">
        <span className="feed-caption">
          <Skeleton shape="avatar" className="avatar-xs" />
          <Skeleton width="half" />
        </span>
      </div>
      <TileSkeleton kind="card" actions={<div className="feed-actions" />} />
    </div>
  );
}

/** The feed below its heading, before its module is loaded. */
export function FeedPageSkeleton() {
  return (
    <SkeletonGroup>
      <div className="continue-strip" />
      <TileGrid>
        {['a', 'b', 'c', 'd'].map((place) => (
          <FeedSkeleton key={place} />
        ))}
      </TileGrid>
    </SkeletonGroup>
  );
}
