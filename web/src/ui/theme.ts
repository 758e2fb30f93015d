import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';

const storageKey = 'theme';
const listeners = new Set<() => void>();

/** The theme in the document's mark, which works without storage. */
function currentTheme(): Theme {
  return asTheme(document.documentElement.dataset['theme']);
}

export function chooseTheme(theme: Theme) {
  try {
    if (theme === 'system') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, theme);
  } catch {
    // Storage may be forbidden; the choice then lasts until the page is closed.
  }
  applyTheme(theme);
  for (const listener of listeners) listener();
}

/** The server renders the system's theme. */
export const useTheme = () => useSyncExternalStore<Theme>(subscribeTheme, currentTheme, () => 'system');

function subscribeTheme(listener: () => void) {
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key !== storageKey && event.key !== null) return;
    applyTheme(asTheme(event.newValue));
    listener();
  };
  listeners.add(listener);
  addEventListener('storage', fromOtherTab);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', fromOtherTab);
  };
}

/** Without a mark the styles follow the system's preference. */
function applyTheme(theme: Theme) {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

function asTheme(text: string | null | undefined): Theme {
  return text === 'light' || text === 'dark' ? text : 'system';
}
