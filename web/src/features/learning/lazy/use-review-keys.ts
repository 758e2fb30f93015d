import type { Grade } from '@gyan/contract/learning.ts';
import { useEffect, useRef } from 'react';
import { isTyping } from '#lib/is-typing.ts';

interface Keys {
  isFlipped: boolean;
  showNext: () => void;
  /** Marks the label that was uncovered last. */
  markLast: () => void;
  grade: (grade: Grade) => void;
  undo: () => void;
}

const gradeByKey: Record<string, Grade> = { '1': 1, '2': 2, '3': 3, '4': 4, ArrowLeft: 1, ArrowRight: 3 };

/** Space presses a button that has the focus. */
const isButton = (target: EventTarget | null) =>
  target instanceof Element && target.closest('button, summary') !== null;

/**
 * Space shows the next label and then the answer, x marks a label as missed, 1 to 4 and the arrows grade, z takes the
 * last answer back.
 */
export function useReviewKeys(keys: Keys) {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      if (document.querySelector('dialog[open]')) return;
      const { isFlipped, showNext, markLast, grade, undo } = latest.current;
      const wanted = gradeByKey[event.key];
      if (event.key.toLowerCase() === 'z') undo();
      else if (event.key.toLowerCase() === 'x') markLast();
      else if (event.key === ' ' && !isFlipped && !isButton(event.target)) showNext();
      else if (wanted !== undefined && isFlipped) grade(wanted);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
