import './learning.css';
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx';

/** A placeholder with the geometry of a session. */
export function ReviewSkeleton() {
  return (
    <SkeletonGroup className="review">
      <div className="review-head">
        <Skeleton shape="button" width="short" />
      </div>
      <div className="review-offline" />
      <div className="review-card">
        <Skeleton shape="picture" className="card-picture first-picture" />
        <div className="review-text">
          <Skeleton shape="title" width="wide" />
          <Skeleton width="half" />
        </div>
        <div className="review-grades">
          <Skeleton shape="button" />
        </div>
      </div>
    </SkeletonGroup>
  );
}
