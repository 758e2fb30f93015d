import { useEffect } from 'react';
import { isTyping } from '#lib/is-typing.ts';
import { searchBoxId } from './SearchBox.tsx';

/** Single-key shortcuts, ignored in form fields. */
export function useShortcuts(openSheet: () => void) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      if (event.key === '/') {
        // The top bar's input on wide screens, the page's own on the search page.
        const boxes = document.querySelectorAll<HTMLInputElement>(
          `#${searchBoxId}, main input[type="search"]`,
        );
        const visible = [...boxes].find((box) => box.checkVisibility());
        if (!visible) return;
        event.preventDefault();
        visible.focus();
      } else if (event.key === '?') {
        event.preventDefault();
        openSheet();
      }
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [openSheet]);
}
