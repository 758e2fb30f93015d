import { Bookmark } from 'lucide-react';
import { Button } from '#ui/Button.tsx';

interface SaveButtonProps {
  kind: 'chain' | 'subject';
  saved: boolean;
  /** Without it the button does nothing yet. */
  onToggle?: () => void;
}

const labels = { chain: 'Save to My Chains', subject: 'Save to My Subjects' };

/** The label tells the state, as that of the like button does. */
export function SaveButton({ kind, saved, onToggle }: SaveButtonProps) {
  return (
    <Button
      className={saved ? 'save-button liked' : 'save-button'}
      icon={<Bookmark size={20} fill={saved ? 'currentColor' : 'none'} aria-hidden="true" />}
      aria-disabled={onToggle === undefined || undefined}
      onClick={onToggle}
    >
      {saved ? 'Saved' : labels[kind]}
    </Button>
  );
}
