export type Theme = 'system' | 'light' | 'dark';

const storageKey = 'theme';
const listeners = new Set<() => void>();

/** What the document is marked with; the mark holds even where storage is forbidden. */
export function currentTheme(): Theme {
  return asTheme(document.documentElement.dataset['theme']);
}

export function chooseTheme(theme: Theme) {
  try {
    if (theme === 'system') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, theme);
  } catch {
    // Storage may be forbidden; the choice then lasts as long as the page.
  }
  mark(theme);
  for (const listener of listeners) listener();
}

export function subscribeTheme(listener: () => void) {
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key !== storageKey && event.key !== null) return;
    mark(asTheme(event.newValue));
    listener();
  };
  listeners.add(listener);
  addEventListener('storage', fromOtherTab);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', fromOtherTab);
  };
}

/** The styles follow the system unless the document carries a mark. */
function mark(theme: Theme) {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

function asTheme(text: string | null | undefined): Theme {
  return text === 'light' || text === 'dark' ? text : 'system';
}
