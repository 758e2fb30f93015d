import './notices.css';
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx';

/** In the size of a notice with one line of text. */
export function NoticeItemSkeleton() {
  return (
    <div className="notice-item">
      <Skeleton shape="avatar" className="notice-face-skeleton" />
      <div className="notice-text">
        <Skeleton width="wide" />
        <p className="notice-time">
          <Skeleton width="short" />
        </p>
      </div>
    </div>
  );
}

const places = ['a', 'b', 'c', 'd'];

/** The page of all notices until the viewer is known. */
export function NoticesSkeleton() {
  return (
    <SkeletonGroup className="measure stack">
      <div className="notice-tools">
        <Skeleton className="notice-filter-skeleton" />
      </div>
      <div className="rows">
        {places.map((place) => (
          <div key={place} className="row">
            <NoticeItemSkeleton />
          </div>
        ))}
      </div>
    </SkeletonGroup>
  );
}
