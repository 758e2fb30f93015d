import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { useFieldWiring } from './field-context.ts';

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={4} {...useFieldWiring()} {...rest} className={clsx('input', className)} />;
}
