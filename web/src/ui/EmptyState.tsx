import type { ReactNode } from 'react';

export interface EmptyStateProps {
  /** A drawing of the missing content. */
  icon?: ReactNode;
  title?: ReactNode;
  children?: ReactNode;
  /** The next action. */
  action?: ReactNode;
}

export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="empty">
      {icon && <div className="empty-icon">{icon}</div>}
      {title && <p className="empty-title">{title}</p>}
      {children && <div className="empty-text">{children}</div>}
      {action && <div className="empty-action">{action}</div>}
    </div>
  );
}
