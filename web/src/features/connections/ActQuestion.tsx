import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import type { Act } from './standing.ts';
import { questions } from './words.ts';

interface ActQuestionProps {
  act: Act;
  name: string;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks for confirmation, naming the user. */
export function ActQuestion({ act, name, onConfirm, onCancel }: ActQuestionProps) {
  const question = questions[act];
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
