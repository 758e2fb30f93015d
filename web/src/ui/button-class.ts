import { clsx } from 'clsx';

export type ButtonVariant = 'primary' | 'outline' | 'quiet' | 'danger' | 'link';
export type ButtonSize = 'sm' | 'md' | 'lg';

export interface ButtonLook {
  variant?: ButtonVariant;
  size?: ButtonSize;
}

export function buttonClass(
  { variant = 'outline', size = 'md' }: ButtonLook,
  ...more: (string | undefined)[]
) {
  return clsx('btn', `btn-${variant}`, size !== 'md' && `btn-${size}`, ...more);
}
