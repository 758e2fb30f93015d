import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { type ButtonLook, buttonClass } from './button-class.ts';
import { Spinner } from './Spinner.tsx';

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Stays focusable while busy, but clicks do nothing. */
  busy?: boolean;
  busyText?: ReactNode;
  icon?: ReactNode;
}

export function Button({
  variant,
  size,
  busy = false,
  busyText,
  icon,
  className,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ variant, size }, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={press}
    >
      {busy ? <Spinner /> : icon}
      {busy && busyText !== undefined ? busyText : children}
    </button>
  );
}
