import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx';

/** Skeletons of rows with a small picture, in their final size. */
export function RowSkeletons({ count = 4 }: { count?: number }) {
  return (
    <SkeletonGroup className="sortable">
      {Array.from({ length: count }, (_, place) => (
        <div key={place} className="sortable-row row-skeleton">
          <Skeleton className="row-skeleton-picture" />
          <Skeleton width="half" />
        </div>
      ))}
    </SkeletonGroup>
  );
}
