import type { ReactNode } from 'react';
import { isCreator, useViewer } from './store.ts';

/*
 * The page is rendered once for everybody: while nobody knows who is looking, both sides of such a choice are
 * there, and the mark that the boot script left on the document decides by style which one is seen. As soon as
 * the viewer is known only the right one remains. Both wrappers vanish from layout, so nothing moves.
 */

export function WhenSignedOut({ children }: { children: ReactNode }) {
  const { status } = useViewer();
  if (status === 'in') return null;
  return status === 'out' ? children : <div className="when-out">{children}</div>;
}

export function WhenSignedIn({ children }: { children: ReactNode }) {
  const { status } = useViewer();
  if (status === 'out') return null;
  return status === 'in' ? children : <div className="when-in">{children}</div>;
}

export function WhenCreator({ children, otherwise }: { children: ReactNode; otherwise: ReactNode }) {
  const viewer = useViewer();
  if (viewer.status !== 'unknown')
    return viewer.status === 'in' && isCreator(viewer.user) ? children : otherwise;
  return (
    <>
      <div className="when-creator">{children}</div>
      <div className="when-not-creator">{otherwise}</div>
    </>
  );
}
