import { useSyncExternalStore } from 'react';

/** The breakpoint for two columns and for the wide top bar, the same as in the stylesheets. */
const query = '(min-width: 60rem)';

function subscribe(listener: () => void) {
  const media = matchMedia(query);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/** Whether two columns fit. The server does not know the width and assumes one column. */
export const useWideScreen = () =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
