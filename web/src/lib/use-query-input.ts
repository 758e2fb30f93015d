import { useEffect, useRef } from 'react';
import { NavigationType, useNavigationType } from 'react-router';

/** The ref of an input whose value is in the URL as `q`. It follows the URL, but not while the viewer types on. */
export function useQueryInput(q: string) {
  const input = useRef<HTMLInputElement>(null);
  const shown = useRef(q);
  const wentBack = useNavigationType() === NavigationType.Pop;
  useEffect(() => {
    // Before hydration the viewer may have typed.
    if (!input.current || shown.current === q) return;
    shown.current = q;
    if (wentBack || document.activeElement !== input.current) input.current.value = q;
  }, [q, wentBack]);
  return input;
}
