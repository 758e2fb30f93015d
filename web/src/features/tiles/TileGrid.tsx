import type { ReactNode } from 'react';

/** One column on phones, two from 720 px. Each child is one tile. */
export function TileGrid({ children }: { children: ReactNode }) {
  return <div className="tile-grid">{children}</div>;
}
