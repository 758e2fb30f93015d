import './learning.css';
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx';

/** The shape of the page before its data has arrived. */
export function LearnSkeleton() {
  return (
    <SkeletonGroup className="learn">
      <div>
        <h2>
          <Skeleton width="half" />
        </h2>
        <div className="continue-card">
          <Skeleton shape="picture" className="first-picture" />
          <span className="continue-text">
            <Skeleton shape="title" width="half" />
            <Skeleton width="half" />
            <Skeleton width="short" />
          </span>
        </div>
      </div>
      <Skeleton shape="button" />
    </SkeletonGroup>
  );
}
