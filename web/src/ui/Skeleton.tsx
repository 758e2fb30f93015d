import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export interface SkeletonProps {
  shape?: 'text' | 'title' | 'picture' | 'button' | 'avatar';
  /** Fraction of the width. */
  width?: 'full' | 'wide' | 'half' | 'short';
  className?: string;
}

export function Skeleton({ shape = 'text', width = 'full', className }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={clsx('skeleton', `skeleton-${shape}`, `skeleton-${width}`, className)}
    />
  );
}

/** Announces loading once, regardless of the number of shapes. */
export function SkeletonGroup({ label = 'Loading', className, children }: SkeletonGroupProps) {
  return (
    <div className={className}>
      <output className="sr-only">{label}</output>
      {children}
    </div>
  );
}

export interface SkeletonGroupProps {
  label?: string;
  className?: string;
  children: ReactNode;
}
