import { useEffect } from 'react';
import { type NavigateOptions, useNavigate } from 'react-router';
import type { CardStep } from './card-position.ts';

/** Elements in which arrow keys have another meaning. */
const takesArrows = 'input, textarea, select, [contenteditable], dialog, [role="menu"], [role="tablist"]';

/** The arrow keys open the previous and the next card. */
export function useArrowSteps(previous: CardStep | null, next: CardStep | null, options?: NavigateOptions) {
  const navigate = useNavigate();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (event.target instanceof Element && event.target.closest(takesArrows)) return;
      const step = event.key === 'ArrowLeft' ? previous : event.key === 'ArrowRight' ? next : null;
      if (!step) return;
      event.preventDefault();
      void navigate(step.href, options);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [previous, next, navigate, options]);
}
