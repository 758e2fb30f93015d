import { clsx } from 'clsx';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { To } from 'react-router';
import { type ButtonLook, buttonClass } from './button-class.ts';
import { Link } from './Link.tsx';
import { rovingTarget, typeaheadTarget } from './roving.ts';

export type MenuItem =
  | { label: string; hint?: string; icon?: ReactNode; danger?: boolean; to: To; onSelect?: () => void }
  | {
      label: string;
      /** A line below the label. */
      hint?: string;
      icon?: ReactNode;
      danger?: boolean;
      to?: undefined;
      /** Makes the item one of a choice: it tells which one is chosen and keeps the menu open. */
      checked?: boolean;
      /** Closes the menu though it is a choice. */
      closes?: boolean;
      onSelect: () => void;
    };

export interface MenuGroup {
  /** The visible label of the group. */
  label?: string;
  /** Items beside each other. */
  inRow?: boolean;
  items: readonly MenuItem[];
}

export interface MenuProps extends ButtonLook {
  /** The button's content. */
  children: ReactNode;
  /** The accessible name, if the content is only a picture. */
  label?: string;
  groups: readonly MenuGroup[];
  align?: 'start' | 'end';
  className?: string;
}

const typeaheadPause = 600;
/** Between the menu and the edge of the window, in pixels. */
const edge = 8;

/** Moves a menu that is cut off at the right or at the bottom of the window. */
function moveIntoView(list: HTMLElement) {
  const cutOff = list.getBoundingClientRect().right - (document.documentElement.clientWidth - edge);
  if (cutOff > 0) list.style.setProperty('margin-inline-start', `${-cutOff}px`);
  list.scrollIntoView({ block: 'nearest' });
}

export function Menu({
  children,
  label,
  groups,
  align = 'start',
  variant = 'quiet',
  size,
  className,
}: MenuProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const opensAt = useRef<'first' | 'last'>('first');
  const typed = useRef({ text: '', at: 0 });

  useEffect(() => {
    if (!open) return undefined;
    if (list.current) moveIntoView(list.current);
    entriesOf(list.current)
      .at(opensAt.current === 'first' ? 0 : -1)
      ?.focus();
    const outside = (event: Event) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
    };
  }, [open]);

  const openAt = (end: 'first' | 'last') => {
    opensAt.current = end;
    setOpen(true);
  };

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };

  const onButtonKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    openAt(event.key === 'ArrowDown' ? 'first' : 'last');
  };

  const onListKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      close();
      return;
    }
    if (event.key === 'Tab') {
      // Returns focus to the button first, so that Tab continues from there.
      close();
      return;
    }
    const all = entriesOf(list.current);
    const at = all.findIndex((entry) => entry === document.activeElement);
    let target = rovingTarget(event.key, at, all.length, 'vertical');
    if (target === undefined && isLetter(event)) {
      const now = event.timeStamp;
      const goesOn = now - typed.current.at < typeaheadPause;
      typed.current = { text: (goesOn ? typed.current.text : '') + event.key, at: now };
      target = typeaheadTarget(
        all.map((entry) => entry.textContent ?? ''),
        typed.current.text,
        at,
      );
    }
    if (target === undefined) return;
    event.preventDefault();
    all[target]?.focus();
  };

  const select = (item: MenuItem) => {
    if (item.to !== undefined) setOpen(false);
    else if (item.checked === undefined || item.closes) close();
    item.onSelect?.();
  };

  return (
    <div className="menu" ref={box}>
      <button
        ref={button}
        id={`${id}-button`}
        type="button"
        className={buttonClass({ variant, size }, className)}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? `${id}-menu` : undefined}
        onClick={() => (open ? setOpen(false) : openAt('first'))}
        onKeyDown={onButtonKey}
      >
        {children}
      </button>
      {open && (
        <div
          ref={list}
          id={`${id}-menu`}
          role="menu"
          tabIndex={-1}
          aria-labelledby={`${id}-button`}
          className={clsx('menu-list', `menu-${align}`)}
          onKeyDown={onListKey}
        >
          {groups
            .filter((group) => group.items.length > 0)
            .map((group, index) => (
              <div
                key={group.label ?? index}
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a menu cannot contain a fieldset
                role="group"
                aria-label={group.label}
                className={clsx('menu-group', group.inRow && 'menu-row')}
              >
                {group.label && (
                  <div className="menu-label" aria-hidden="true">
                    {group.label}
                  </div>
                )}
                {group.items.map((item) => (
                  <MenuEntry key={item.label} item={item} onSelect={() => select(item)} />
                ))}
              </div>
            ))}
        </div>
      )}
    </div>
  );
}

function MenuEntry({ item, onSelect }: { item: MenuItem; onSelect: () => void }) {
  const shared = {
    role: 'menuitem',
    tabIndex: -1,
    className: clsx('menu-item', item.danger && 'menu-item-danger'),
    onClick: onSelect,
  };
  const content =
    item.hint === undefined ? (
      item.label
    ) : (
      <span>
        {item.label} <span className="menu-hint">{item.hint}</span>
      </span>
    );
  return item.to === undefined ? (
    <button
      type="button"
      {...shared}
      role={item.checked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={item.checked}
    >
      {item.icon}
      {content}
    </button>
  ) : (
    <Link to={item.to} {...shared}>
      {item.icon}
      {content}
    </Link>
  );
}

function entriesOf(list: HTMLElement | null) {
  return [...(list?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
}

function isLetter(event: KeyboardEvent) {
  return /^[\p{L}\p{N}]$/u.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey;
}
