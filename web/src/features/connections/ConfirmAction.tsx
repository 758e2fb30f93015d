import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { confirmations } from './action-texts.ts';
import type { ConnectionAction } from './connection-state.ts';

interface ConfirmActionProps {
  action: ConnectionAction;
  name: string;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks for confirmation, naming the user. */
export function ConfirmAction({ action, name, onConfirm, onCancel }: ConfirmActionProps) {
  const question = confirmations[action];
  if (!question) return null;
  return (
    <ConfirmDialog
      open
      danger={question.danger}
      title={question.title(name)}
      description={question.description}
      confirmLabel={question.confirmLabel}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}
