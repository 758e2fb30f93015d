import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { type ReactNode, type SyntheticEvent, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from './IconButton.tsx';

export interface DialogProps {
  open: boolean;
  /** Close request: Escape, the close button or a click outside. The caller then sets `open` to false. */
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | 'wide' | 'full';
  /** `alertdialog` has no close button and ignores clicks outside. */
  role?: 'dialog' | 'alertdialog';
  children?: ReactNode;
}

/** The native modal dialog: it traps and restores focus, is in the top layer and needs no inline style. */
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

  // Closed while it is still in the document, also on unmount: only then does the browser restore focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!open || !element) return undefined;
    element.showModal();
    return () => element.close();
  }, [open]);

  // A ref, because the effect below runs again when the caller renders between the press and the release.
  const pressed = useRef<EventTarget>(null);

  // For the pointer only: the keyboard has Escape, so the dialog itself is no control.
  useEffect(() => {
    const element = dialog.current;
    if (!open || !element || role === 'alertdialog') return undefined;
    const press = (event: PointerEvent) => {
      pressed.current = event.target;
    };
    // A selection dragged out of a field ends in a click on the dialog too, but began in the field.
    const clickBeside = (event: MouseEvent) => {
      if (event.target === element && pressed.current === element) onClose();
    };
    element.addEventListener('pointerdown', press);
    element.addEventListener('click', clickBeside);
    return () => {
      element.removeEventListener('pointerdown', press);
      element.removeEventListener('click', clickBeside);
    };
  }, [open, role, onClose]);

  const cancel = (event: SyntheticEvent) => {
    // The caller's state decides, otherwise the two could differ.
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
