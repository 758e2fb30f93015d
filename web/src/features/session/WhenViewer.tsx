import type { ReactNode } from 'react';
import { isCreator, useViewer } from './store.ts';

/*
 * Pages are server-rendered without a viewer: until hydration both variants are in the document, and CSS shows one by
 * the mark of the boot script. Then only the right one stays mounted. The wrappers do not affect the layout.
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
