import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import type { To } from 'react-router';
import { Link } from './Link.tsx';
import { rovingTarget } from './roving.ts';

export interface Tab {
  value: string;
  label: ReactNode;
  /** A number, or a lower bound: `50+`. */
  count?: number | string | undefined;
}

export interface LinkTab extends Tab {
  to: To;
}

interface Shared {
  /** The accessible name of the tabs. */
  label: string;
  value: string;
}

export interface LinkTabsProps extends Shared {
  items: readonly LinkTab[];
  /** Replaces the history entry instead of adding one. */
  replace?: boolean;
}

/** Tabs whose state is the URL: a row of links with the current one marked. */
export function LinkTabs({ label, items, value, replace = true }: LinkTabsProps) {
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    // If the row is wider than the screen, scrolls the current tab into view.
    const tab = [...(row.current?.children ?? [])][items.findIndex((item) => item.value === value)];
    if (row.current && tab instanceof HTMLElement) {
      const spare = row.current.clientWidth - tab.offsetWidth;
      row.current.scrollLeft = tab.offsetLeft - row.current.offsetLeft - spare / 2;
    }
  }, [items, value]);
  return (
    <nav ref={row} className="tabs" aria-label={label}>
      {items.map((item) => (
        <Link
          key={item.value}
          className="tab"
          to={item.to}
          replace={replace}
          preventScrollReset
          aria-current={item.value === value ? 'page' : undefined}
        >
          <TabLabel {...item} />
        </Link>
      ))}
    </nav>
  );
}

export interface TabsProps extends Shared {
  items: readonly Tab[];
  onChange: (value: string) => void;
  /** The panel of the selected tab. */
  children: ReactNode;
}

/** Tabs whose state is in the page: the ARIA pattern with arrow keys. */
export function Tabs({ label, items, value, onChange, children }: TabsProps) {
  const id = useId();
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = items.findIndex((item) => item.value === value);
    const target = rovingTarget(event.key, at, items.length, 'horizontal');
    const next = target === undefined ? undefined : items[target];
    if (target === undefined || next === undefined) return;
    event.preventDefault();
    onChange(next.value);
    const tab = event.currentTarget.children[target];
    if (tab instanceof HTMLElement) tab.focus();
  };
  return (
    <>
      <div className="tabs" role="tablist" aria-label={label} tabIndex={-1} onKeyDown={move}>
        {items.map((item) => (
          <button
            key={item.value}
            type="button"
            role="tab"
            className="tab"
            id={`${id}-${item.value}`}
            aria-selected={item.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={item.value === value ? 0 : -1}
            onClick={() => onChange(item.value)}
          >
            <TabLabel {...item} />
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} className="tab-panel">
        {children}
      </div>
    </>
  );
}

function TabLabel({ label, count }: Tab) {
  return (
    <>
      {label}
      {count !== undefined && <span className="tab-count">{count}</span>}
    </>
  );
}
