import { useEffect, useRef } from 'react';
import { useLocation, useMatches } from 'react-router';
import { headOf } from '#lib/page.ts';
import { useSite } from '#lib/site.ts';
import { fullTitle } from '#lib/title.ts';

/**
 * What arriving at another page does besides showing it: the document's head says so, and the focus goes to the
 * page's heading, so that a screen reader speaks it. The first page came from the server with both in order.
 */
export function useArrival() {
  const site = useSite();
  const matches = useMatches();
  const { key, pathname } = useLocation();
  const last = useRef({ key, pathname });

  useEffect(() => {
    if (last.current.key === key) return;
    const moved = last.current.pathname !== pathname;
    last.current = { key, pathname };
    const head = headOf(matches);
    document.title = fullTitle(head.title);
    // Who reads the rest of the head can wait a moment; the first page does without this file.
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
