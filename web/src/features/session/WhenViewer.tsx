import type { ReactNode } from 'react';
import { isCreator, useViewer } from './store.ts';

/*
 * The page is rendered once for everybody: while nobody knows who is looking, both sides of such a choice are
 * there, and the mark that the boot script left on the document decides by style which one is seen. As soon as
 * the viewer is known only the right one remains. The wrappers take no part in layout, so nothing moves.
 */

export function WhenSignedOut({ children }: { children: ReactNode }) {
  return useViewer().status === 'in' ? null : <div className="when-out">{children}</div>;
}

export function WhenCreator({ children, otherwise }: { children: ReactNode; otherwise: ReactNode }) {
  const viewer = useViewer();
  const creator = viewer.status === 'unknown' ? undefined : viewer.status === 'in' && isCreator(viewer.user);
  return (
    <>
      {creator === false ? null : <div className="when-creator">{children}</div>}
      {creator === true ? null : <div className="when-not-creator">{otherwise}</div>}
    </>
  );
}
