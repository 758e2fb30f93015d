import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Skeleton } from '#ui/Skeleton.tsx';

/** A placeholder with the geometry of the loaded tile. */
export function TileSkeleton({
  kind,
  actions,
}: {
  kind: 'card' | 'chain' | 'subject';
  /** Space for the buttons in the foot. */
  actions?: ReactNode;
}) {
  const content = (
    <>
      <Skeleton shape="picture" />
      <div className="tile-body">
        <Skeleton shape="title" width="wide" className="tile-title" />
        <div className="tile-text">
          <Skeleton />
          <Skeleton width="half" />
        </div>
        <div className="tile-foot">
          <Skeleton shape="avatar" className="avatar-xs" />
          <Skeleton width="short" />
          {actions && <div className="tile-actions">{actions}</div>}
        </div>
      </div>
    </>
  );
  return (
    <div className={clsx('tile', `tile-${kind}`)} aria-hidden="true">
      {kind === 'subject' ? (
        <>
          <span className="spine" />
          <div className="tile-pages">{content}</div>
        </>
      ) : (
        content
      )}
    </div>
  );
}
