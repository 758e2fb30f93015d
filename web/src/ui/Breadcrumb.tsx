import type { ReactNode } from 'react';
import type { To } from 'react-router';
import { Link } from './Link.tsx';

export interface Crumb {
  label: ReactNode;
  to?: To;
}

export function Breadcrumb({ label = 'Where you are', items }: { label?: string; items: readonly Crumb[] }) {
  return (
    <nav aria-label={label}>
      <ol className="crumbs">
        {items.map(({ label: text, to }, index) => (
          <li key={typeof to === 'string' ? to : index}>
            {to === undefined ? (
              <span aria-current={index === items.length - 1 ? 'page' : undefined}>{text}</span>
            ) : (
              <Link className="link" to={to}>
                {text}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
