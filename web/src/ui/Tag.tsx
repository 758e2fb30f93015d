import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export interface TagProps {
  tone?: 'plain' | 'accent' | 'link' | 'danger' | 'success';
  icon?: ReactNode;
  children: ReactNode;
}

export function Tag({ tone = 'plain', icon, children }: TagProps) {
  return (
    <span className={clsx('tag', tone !== 'plain' && `tag-${tone}`)}>
      {icon}
      {children}
    </span>
  );
}
