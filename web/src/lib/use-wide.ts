import { useSyncExternalStore } from 'react';

/** From here on two things stand side by side; the stylesheets say the same. */
const query = '(min-width: 60rem)';

function subscribe(listener: () => void) {
  const media = matchMedia(query);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/** Whether there is room for two columns. Nobody knows while the page is rendered, so the narrow one is assumed. */
export const useWide = () =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
