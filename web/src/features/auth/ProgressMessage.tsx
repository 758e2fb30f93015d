import './auth.css';
import type { ReactNode } from 'react';
import { Spinner } from '#ui/Spinner.tsx';

/** A progress message that needs no action. */
export function ProgressMessage({ children }: { children: ReactNode }) {
  return (
    <output className="progress-message">
      <Spinner />
      {children}
    </output>
  );
}
