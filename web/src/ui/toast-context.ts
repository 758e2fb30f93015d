import { createContext, type ReactNode, useContext } from 'react';

export interface Toast {
  text: ReactNode;
  tone?: 'plain' | 'success' | 'danger';
  action?: { label: string; onPress: () => void };
  /** Milliseconds; longer by default with an action. */
  hideAfter?: number;
  /** Called when the toast is gone and its action was not pressed. */
  onHide?: () => void;
}

/** Shows a toast; returns a function that removes it. */
export type ShowToast = (toast: Toast) => () => void;

export const ToastContext = createContext<ShowToast | undefined>(undefined);

export function useToast(): ShowToast {
  const show = useContext(ToastContext);
  if (!show) throw new Error('useToast needs a ToastProvider around it');
  return show;
}
