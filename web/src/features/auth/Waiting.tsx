import type { ReactNode } from 'react';
import { Spinner } from '#ui/Spinner.tsx';

/** Something is being done that the person only has to wait for. */
export function Waiting({ children }: { children: ReactNode }) {
  return (
    <output className="flex items-center gap-3 text-lg">
      <Spinner />
      {children}
    </output>
  );
}
