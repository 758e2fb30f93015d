import type { ReactNode } from 'react';

export interface EmptyStateProps {
  /** A drawing of the missing content. */
  mark?: ReactNode;
  title?: ReactNode;
  children?: ReactNode;
  /** The next action. */
  action?: ReactNode;
}

export function EmptyState({ mark, title, children, action }: EmptyStateProps) {
  return (
    <div className="empty">
      {mark && <div className="empty-icon">{mark}</div>}
      {title && <p className="empty-title">{title}</p>}
      {children && <div className="empty-text">{children}</div>}
      {action && <div className="empty-action">{action}</div>}
    </div>
  );
}
