import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './Button.tsx';

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'busyText'> {
  /** The accessible name and tooltip. */
  label: string;
  icon: ReactNode;
}

export function IconButton({ label, icon, variant = 'quiet', className, ...rest }: IconButtonProps) {
  return (
    <Button
      title={label}
      {...rest}
      variant={variant}
      icon={icon}
      aria-label={label}
      className={clsx('btn-icon', className)}
    />
  );
}
