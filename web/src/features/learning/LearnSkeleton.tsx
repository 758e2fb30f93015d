import './learning.css';
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx';

/** The shape of the page before its data has arrived. */
export function LearnSkeleton() {
  return (
    <SkeletonGroup className="learn">
      <Skeleton shape="picture" />
      <Skeleton shape="button" />
      <Skeleton shape="text" width="wide" />
      <Skeleton shape="text" width="half" />
    </SkeletonGroup>
  );
}
