import { useEffect, useRef } from 'react';
import { useLocation, useMatches } from 'react-router';
import { headOf } from '#lib/page.ts';
import { useSite } from '#lib/site.ts';
import { fullTitle } from '#lib/title.ts';

/**
 * After a navigation: updates the document's head and focuses the page's heading, so that screen readers announce it.
 * The first page is server-rendered with both in place.
 */
export function useNavigationFocus() {
  const site = useSite();
  const matches = useMatches();
  const { key, pathname } = useLocation();
  const last = useRef({ key, pathname });

  useEffect(() => {
    if (last.current.key === key) return;
    const moved = last.current.pathname !== pathname;
    last.current = { key, pathname };
    // The boot script's picture belongs to the first page.
    document.documentElement.style.removeProperty('--first-picture');
    const head = headOf(matches);
    document.title = fullTitle(head.title);
    // The other tags can wait; the first page does not need this module.
    void import('#lib/head.ts').then(({ applyTags, headTags }) => {
      if (last.current.key === key) applyTags(headTags(head, site));
    });
    if (!moved) return;
    const heading =
      document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [key, pathname, matches, site]);
}
