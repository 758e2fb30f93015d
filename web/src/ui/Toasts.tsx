import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { Button } from './Button.tsx';
import { IconButton } from './IconButton.tsx';
import { onToastQueued, type Toast, takeToasts } from './toast-queue.ts';
import { alertHidesAfter, useAutoHide } from './use-auto-hide.ts';

const actionHidesAfter = 10_000;
const shownAtOnce = 3;

type ShownToast = Toast & { id: number };

/** Shows the queued toasts. Rendered once. */
export function Toasts() {
  const [toasts, setToasts] = useState<readonly ShownToast[]>([]);
  const lastId = useRef(0);
  const remove = (id: number) => setToasts((previous) => previous.filter((toast) => toast.id !== id));
  useEffect(() => {
    const show = (toast: Toast) => {
      lastId.current += 1;
      const id = lastId.current;
      setToasts((previous) => [...previous, { ...toast, id }].slice(-shownAtOnce));
    };
    const showWaiting = () => takeToasts().forEach(show);
    showWaiting();
    return onToastQueued(showWaiting);
  }, []);
  const shown = useRef(toasts);
  const actionUsed = useRef(new Set<number>());
  useEffect(() => {
    const gone = shown.current.filter((toast) => !toasts.includes(toast));
    shown.current = toasts;
    for (const toast of gone) if (!actionUsed.current.has(toast.id)) toast.onHide?.();
  }, [toasts]);
  const focusBefore = useFocusBefore();
  return (
    <section className="toasts" aria-label="Notifications">
      <div role="log" {...focusBefore.listeners}>
        {toasts.map((toast) => (
          <ToastItem
            key={toast.id}
            toast={toast}
            onHide={() => remove(toast.id)}
            onPress={focusBefore.restore}
            onAction={() => actionUsed.current.add(toast.id)}
          />
        ))}
      </div>
    </section>
  );
}

/** The focused button goes with its toast, so the element that had the focus before gets it back. */
function useFocusBefore() {
  const before = useRef<HTMLElement>(undefined);
  return {
    listeners: {
      onFocus: ({ currentTarget, relatedTarget }: FocusEvent) => {
        const isOutside = relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget);
        if (isOutside) before.current = relatedTarget;
      },
    },
    restore: () => {
      if (before.current?.isConnected) before.current.focus({ preventScroll: true });
      before.current = undefined;
    },
  };
}

interface ToastItemProps {
  toast: ShownToast;
  /** A button of the toast was pressed. */
  onPress: () => void;
  onHide: () => void;
  onAction: () => void;
}

function ToastItem({ toast, onPress, onHide, onAction }: ToastItemProps) {
  const { text, tone = 'plain', action, hideAfter = action ? actionHidesAfter : alertHidesAfter } = toast;
  const holding = useAutoHide(hideAfter, onHide);
  return (
    <div className={`toast toast-${tone}`} {...holding}>
      {tone === 'success' && <CircleCheck size={20} aria-hidden="true" />}
      {tone === 'danger' && <CircleAlert size={20} aria-hidden="true" />}
      <div className="toast-text">{text}</div>
      {action && (
        <Button
          size="sm"
          variant="quiet"
          onClick={() => {
            onAction();
            onPress();
            onHide();
            action.onPress();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton
        size="sm"
        label="Dismiss"
        icon={<X size={18} aria-hidden="true" />}
        onClick={() => {
          onPress();
          onHide();
        }}
      />
    </div>
  );
}
