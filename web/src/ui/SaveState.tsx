import { Check } from 'lucide-react';
import { Spinner } from './Spinner.tsx';

/** Shows whether changes are saved. Keeps its space when empty. */
export function SaveState({ state }: { state: 'rest' | 'saving' | 'saved' }) {
  return (
    <output className="save-state">
      {state === 'saving' && (
        <>
          <Spinner /> Saving…
        </>
      )}
      {state === 'saved' && (
        <>
          <Check size={16} aria-hidden="true" /> Saved
        </>
      )}
    </output>
  );
}
