import { clsx } from 'clsx';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { rovingTarget } from '#ui/roving.ts';

export interface Tool {
  /** The accessible name and tooltip. */
  label: string;
  icon: ReactNode;
  onPress: () => void;
  /** For toggle buttons. */
  pressed?: boolean;
  /** For buttons that open something. */
  expanded?: boolean;
}

export interface ToolGroup {
  name: string;
  tools: readonly Tool[];
  /** Stays enabled while the toolbar is paused. */
  always?: boolean;
}

export interface ToolbarProps {
  label: string;
  groups: readonly ToolGroup[];
  /** Disables the tools. */
  paused?: boolean;
  onEscape: () => void;
}

/** One tab stop; arrows, Home and End move inside. */
export function Toolbar({ label, groups, paused = false, onEscape }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState('');
  const labels = groups.flatMap(({ tools }) => tools.map((tool) => tool.label));
  const stop = labels.includes(current) ? current : labels[0];

  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      onEscape();
      return;
    }
    const buttons = [...(bar.current?.querySelectorAll('button') ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    const target = rovingTarget(event.key, at, buttons.length, 'horizontal');
    if (target === undefined) return;
    event.preventDefault();
    buttons[target]?.focus();
  };

  return (
    <div ref={bar} role="toolbar" tabIndex={-1} aria-label={label} className="toolbar" onKeyDown={move}>
      {groups.map(({ name, tools, always = false }) => (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset would separate the tools from their form
        <div key={name} role="group" aria-label={name} className="toolbar-group">
          {tools.map((tool) => (
            <button
              key={tool.label}
              type="button"
              title={tool.label}
              aria-label={tool.label}
              aria-pressed={tool.pressed}
              aria-expanded={tool.expanded}
              aria-disabled={(paused && !always) || undefined}
              tabIndex={tool.label === stop ? 0 : -1}
              className={clsx('tool', tool.pressed && 'tool-on')}
              // Keeps the selection in the editor.
              onMouseDown={(event) => event.preventDefault()}
              onFocus={() => setCurrent(tool.label)}
              onClick={() => {
                if (!paused || always) tool.onPress();
              }}
            >
              {tool.icon}
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}
