import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useFieldWiring } from './field-context.ts';

export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className="select">
      <select {...useFieldWiring()} {...rest} className={clsx('input', className)}>
        {children}
      </select>
      <ChevronDown size={18} aria-hidden="true" />
    </span>
  );
}
