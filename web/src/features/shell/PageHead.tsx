import type { ReactNode } from 'react';

/** The heading every list begins with, and a sentence on what it holds. */
export function PageHead({
  title,
  children,
  actions,
}: {
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className="page-head">
      <h1>{title}</h1>
      {children && <p>{children}</p>}
      {actions}
    </div>
  );
}
