/** One value in browser storage. */
export interface StoredValue<Value> {
  read: () => Value | undefined;
  write: (value: Value) => void;
  clear: () => void;
  /** Reads and deletes. */
  take: () => Value | undefined;
}

/**
 * `sessionStorage` is per tab, `localStorage` is shared by all tabs. Either can be forbidden or full; the
 * value is then not stored, without an error.
 */
export function storedValue<Value>(area: 'localStorage' | 'sessionStorage', key: string): StoredValue<Value> {
  const read = () => {
    try {
      const text = globalThis[area].getItem(key);
      return text === null ? undefined : (JSON.parse(text) as Value);
    } catch {
      return undefined;
    }
  };
  const clear = () => {
    try {
      globalThis[area].removeItem(key);
    } catch {
      // Storage is forbidden.
    }
  };
  return {
    read,
    clear,
    write: (value) => {
      try {
        globalThis[area].setItem(key, JSON.stringify(value));
      } catch {
        // Storage is forbidden or full.
      }
    },
    take: () => {
      const value = read();
      clear();
      return value;
    },
  };
}
