import type { ReactNode } from 'react';

/** The heading of a list page, with a short description. */
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
