import { type RefObject, useEffect, useEffectEvent } from 'react';
import { isTyping } from '#lib/is-typing.ts';

const isInDialog = (target: EventTarget | null) =>
  target instanceof Element && target.closest('dialog') !== null;

/** Single keys while the focus is inside an element, and not in a field. */
export function useKeys(box: RefObject<HTMLElement | null>, onKey: (key: string) => boolean) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event) || isInDialog(event.target)) return;
    if (onKey(event.key)) event.preventDefault();
  });
  useEffect(() => {
    const element = box.current;
    const listen = (event: KeyboardEvent) => press(event);
    element?.addEventListener('keydown', listen);
    return () => element?.removeEventListener('keydown', listen);
  }, [box]);
}
