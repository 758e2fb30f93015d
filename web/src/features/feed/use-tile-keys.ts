import { useEffect } from 'react';
import { isTyping } from '#lib/is-typing.ts';

/** `j` and `k` move the focus through the title links of a list. */
export function useTileKeys() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0;
      if (step === 0 || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      const links = [...document.querySelectorAll<HTMLElement>('main .tile-link')];
      const here = document.activeElement?.closest('.tile');
      const at = links.findIndex((link) => here?.contains(link));
      const next = links[at === -1 ? (step === 1 ? 0 : -1) : at + step];
      if (!next) return;
      event.preventDefault();
      next.focus();
      next.closest('.tile')?.scrollIntoView({ block: 'nearest' });
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
