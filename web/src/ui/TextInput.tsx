import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { useFieldWiring } from './field-context.ts';

export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" {...useFieldWiring()} {...rest} className={clsx('input', className)} />;
}
