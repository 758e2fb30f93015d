import { SceneItem } from '@gyan/contract/scenes.ts';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import * as z from 'zod/mini';
import { announce } from '#ui/announcer.ts';
import type { Drawing } from './use-drawing.ts';

const clipType = 'application/x-gyan-drawing';
const Clip = z.array(SceneItem);

const isTextField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type="radio"]), textarea'));

/** The clipboard is untrusted input: another version may have written it. */
function itemsOf(json: string): SceneItem[] {
  try {
    return Clip.safeParse(JSON.parse(json)).data ?? [];
  } catch {
    return [];
  }
}

/** Copy, cut and paste of parts, and of pictures for the background. */
export function useClipboard(
  root: RefObject<HTMLElement | null>,
  drawing: Drawing,
  onPicture: ((file: Blob) => void) | undefined,
) {
  /** Keys go to the editor if it has the focus, or nothing has. */
  const isMine = ({ target }: ClipboardEvent) =>
    !isTextField(target) &&
    (target === document.body || (target instanceof Node && root.current?.contains(target) === true));
  const onCopy = useEffectEvent((event: ClipboardEvent) => {
    const { chosen } = drawing;
    if (!isMine(event) || chosen.length === 0) return;
    event.preventDefault();
    event.clipboardData?.setData(clipType, JSON.stringify(chosen));
    event.clipboardData?.setData(
      'text/plain',
      chosen.flatMap((item) => ('text' in item && item.text ? [item.text] : [])).join('\n'),
    );
    if (event.type === 'cut') drawing.remove();
    else announce(chosen.length === 1 ? 'Copied.' : `${chosen.length} parts copied.`);
  });
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (!isMine(event)) return;
    const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'));
    const items = itemsOf(event.clipboardData?.getData(clipType) ?? '');
    if (items.length > 0) drawing.paste(items);
    else if (file && onPicture) onPicture(file);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const copy = (event: ClipboardEvent) => onCopy(event);
    const paste = (event: ClipboardEvent) => onPaste(event);
    document.addEventListener('copy', copy);
    document.addEventListener('cut', copy);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('copy', copy);
      document.removeEventListener('cut', copy);
      document.removeEventListener('paste', paste);
    };
  }, []);
}
