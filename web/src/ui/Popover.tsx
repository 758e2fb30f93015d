import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { type ButtonLook, buttonClass } from './button-class.ts';

export interface PopoverProps extends ButtonLook {
  /** The button's content. */
  button: ReactNode;
  /** The accessible name of the button, if its content is only a picture. */
  label?: string;
  /** The accessible name of the panel. */
  title: string;
  className?: string;
  panelClassName?: string;
  /** The panel; `close` returns the focus to the button. */
  children: (close: () => void) => ReactNode;
}

/**
 * A button that opens a panel below it. The panel gets the focus; Escape returns it, and leaving the panel closes it.
 */
export function Popover({
  button: content,
  label,
  title,
  variant = 'quiet',
  size,
  className,
  panelClassName,
  children,
}: PopoverProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // A menu or dialog inside the panel handles its own Escape.
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.stopPropagation();
    close();
  });

  useEffect(() => {
    const shown = panel.current;
    if (!open || !shown) return undefined;
    shown.focus();
    const outside = (event: Event) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false);
    };
    const leave = new AbortController();
    const { signal } = leave;
    shown.addEventListener('keydown', onKey, { signal });
    document.addEventListener('pointerdown', outside, { signal });
    document.addEventListener('focusin', outside, { signal });
    return () => leave.abort();
  }, [open]);

  return (
    <div className="menu" ref={box}>
      <button
        ref={button}
        type="button"
        className={buttonClass({ variant, size }, className)}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {content}
      </button>
      {open && (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the element has its own position and margins
        <div ref={panel} id={id} role="dialog" aria-label={title} tabIndex={-1} className={panelClassName}>
          <Content onClose={close}>{children}</Content>
        </div>
      )}
    </div>
  );
}

function Content({ children, onClose }: { children: PopoverProps['children']; onClose: () => void }) {
  return children(onClose);
}
