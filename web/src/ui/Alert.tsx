import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { IconButton } from './IconButton.tsx';
import { alertHidesAfter, useAutoHide } from './use-auto-hide.ts';

const icons = { danger: CircleAlert, success: CircleCheck, info: Info };

export interface AlertProps {
  tone?: keyof typeof icons;
  title?: ReactNode;
  children?: ReactNode;
  /** true: after five seconds; a number: after that many milliseconds. Pauses while hovered or focused. */
  autoHide?: boolean | number;
  /** Called when it hides itself or is dismissed; without it the alert keeps its own state. */
  onHide?: () => void;
  dismissible?: boolean;
}

export function Alert({
  tone = 'info',
  title,
  children,
  autoHide = false,
  onHide,
  dismissible = false,
}: AlertProps) {
  const [hidden, setHidden] = useState(false);
  const hide = () => {
    setHidden(onHide === undefined);
    onHide?.();
  };
  const ms = autoHide === true ? alertHidesAfter : autoHide === false ? undefined : autoHide;
  const holding = useAutoHide(hidden ? undefined : ms, hide);
  if (hidden) return null;
  const Icon = icons[tone];
  return (
    <div className={`alert alert-${tone}`} role={tone === 'info' ? 'status' : 'alert'} {...holding}>
      <Icon size={20} aria-hidden="true" />
      <div className="alert-body">
        {title && <p className="alert-title">{title}</p>}
        {children}
      </div>
      {dismissible && (
        <IconButton size="sm" label="Dismiss" icon={<X size={18} aria-hidden="true" />} onClick={hide} />
      )}
    </div>
  );
}
