import type { ReactNode } from 'react';
import type { LinkProps } from 'react-router';
import { type ButtonLook, buttonClass } from './button-class.ts';
import { Link } from './Link.tsx';

export interface ButtonLinkProps extends LinkProps, ButtonLook {
  icon?: ReactNode;
}

export function ButtonLink({ variant, size, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={buttonClass({ variant, size }, className)}>
      {icon}
      {children}
    </Link>
  );
}
