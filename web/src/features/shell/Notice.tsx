import type { ReactNode } from 'react';
import { LogoMark } from './Logo.tsx';

export interface NoticeProps {
  title: string;
  children: ReactNode;
  /** Links or buttons below the message. */
  actions?: ReactNode;
}

/** A page that is mostly a message. */
export function Notice({ title, children, actions }: NoticeProps) {
  return (
    <div className="notice">
      <LogoMark />
      <h1>{title}</h1>
      <p>{children}</p>
      {actions && <div className="notice-actions">{actions}</div>}
    </div>
  );
}
