import { useEffect, useRef } from 'react';
import { useLocation, useMatches } from 'react-router';
import { headOf } from '#lib/page.ts';
import { useSite } from '#lib/site.ts';
import { setTitle } from '#lib/title.ts';

/**
 * After a navigation or new data: updates the document's head. After a move to another page: focuses its heading, so
 * that screen readers announce it. The first page is server-rendered with both in place.
 */
export function useNavigationFocus() {
  const site = useSite();
  const matches = useMatches();
  const { pathname } = useLocation();
  const last = useRef({ matches, pathname });

  useEffect(() => {
    if (last.current.matches === matches) return;
    const moved = last.current.pathname !== pathname;
    last.current = { matches, pathname };
    // The boot script's picture belongs to the first page.
    document.documentElement.style.removeProperty('--first-picture');
    const head = headOf(matches);
    setTitle(head.title);
    // The other tags can wait, and without a connection they stay; the first page does not need this module.
    import('#lib/head.ts').then(
      ({ applyTags, headTags }) => {
        if (last.current.matches === matches) applyTags(headTags(head, site));
      },
      () => undefined,
    );
    if (!moved) return;
    const heading =
      document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [pathname, matches, site]);
}
