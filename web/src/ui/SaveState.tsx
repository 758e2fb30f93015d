import { Check } from 'lucide-react';
import { Spinner } from './Spinner.tsx';

/** Says whether what was changed is kept. It keeps its place when it has nothing to say. */
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
