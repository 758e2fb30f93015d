import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx';

/** Rows with a small picture that are on their way, in the geometry they will have. */
export function RowOutlines({ count = 4 }: { count?: number }) {
  return (
    <SkeletonGroup className="sortable">
      {Array.from({ length: count }, (_, place) => (
        <div key={place} className="sortable-row row-outline">
          <Skeleton className="row-outline-picture" />
          <Skeleton width="half" />
        </div>
      ))}
    </SkeletonGroup>
  );
}
