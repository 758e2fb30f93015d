import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { type ReactNode, type SyntheticEvent, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from './IconButton.tsx';

export interface DialogProps {
  open: boolean;
  /** Asked to close: Escape, the close button or a press beside it. The caller then sets `open` to false. */
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg';
  /** A question that must be answered: no close button, and a press beside it does nothing. */
  role?: 'dialog' | 'alertdialog';
  children?: ReactNode;
}

/** The platform's own modal: it traps and restores focus, sits on top of everything and needs no style of its own in the page. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  footer,
  size = 'md',
  role = 'dialog',
  children,
}: DialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  // Closed while it still stands in the page, also by whoever takes it out: only then does the focus go back.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!open || !element) return undefined;
    element.showModal();
    return () => element.close();
  }, [open]);

  // A pointer's shortcut only: the keyboard has Escape, so the dialog itself stays no control.
  useEffect(() => {
    const element = dialog.current;
    if (!open || !element || role === 'alertdialog') return undefined;
    const pressBeside = (event: MouseEvent) => {
      if (event.target === element) onClose();
    };
    element.addEventListener('click', pressBeside);
    return () => element.removeEventListener('click', pressBeside);
  }, [open, role, onClose]);

  const cancel = (event: SyntheticEvent) => {
    // The caller's state decides, else the two would drift apart.
    event.preventDefault();
    onClose();
  };

  return (
    <dialog
      ref={dialog}
      role={role === 'alertdialog' ? role : undefined}
      className={clsx('dialog', `dialog-${size}`)}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      onCancel={cancel}
    >
      {open && (
        <div className="dialog-sheet">
          <header className="dialog-head">
            <h2 id={`${id}-title`} className="dialog-title">
              {title}
            </h2>
            {role === 'dialog' && (
              <IconButton
                size="sm"
                label="Close"
                icon={<X size={20} aria-hidden="true" />}
                onClick={onClose}
              />
            )}
          </header>
          {description && (
            <p id={`${id}-description`} className="quiet">
              {description}
            </p>
          )}
          {children}
          {footer && <footer className="dialog-foot">{footer}</footer>}
        </div>
      )}
    </dialog>
  );
}
