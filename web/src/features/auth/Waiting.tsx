import './auth.css';
import type { ReactNode } from 'react';
import { Spinner } from '#ui/Spinner.tsx';

/** Something is being done that the person only has to wait for. */
export function Waiting({ children }: { children: ReactNode }) {
  return (
    <output className="waiting">
      <Spinner />
      {children}
    </output>
  );
}
