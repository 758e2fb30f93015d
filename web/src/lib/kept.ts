/** One thing that the browser keeps for us. */
export interface Kept<Value> {
  read: () => Value | undefined;
  keep: (value: Value) => void;
  forget: () => void;
  /** Reads and forgets. */
  take: () => Value | undefined;
}

/**
 * `sessionStorage` ends with the tab, `localStorage` is there for all of them. Either can be forbidden or full; then the
 * thing is not kept, and nothing else breaks.
 */
export function kept<Value>(area: 'localStorage' | 'sessionStorage', key: string): Kept<Value> {
  const read = () => {
    try {
      const text = globalThis[area].getItem(key);
      return text === null ? undefined : (JSON.parse(text) as Value);
    } catch {
      return undefined;
    }
  };
  const forget = () => {
    try {
      globalThis[area].removeItem(key);
    } catch {
      // Nothing is kept where keeping is forbidden.
    }
  };
  return {
    read,
    forget,
    keep: (value) => {
      try {
        globalThis[area].setItem(key, JSON.stringify(value));
      } catch {
        // The person goes on without.
      }
    },
    take: () => {
      const value = read();
      forget();
      return value;
    },
  };
}
