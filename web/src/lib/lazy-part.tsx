import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';

export interface LazyPart<Props> {
  /** Loads when it is shown; until then shows `fallback` or nothing. */
  Component: ComponentType<Props & { fallback?: ReactNode }>;
  /** Preloads it, for the renderer and where it is certainly needed. */
  preload: () => Promise<void>;
  isLoaded: () => boolean;
}

/** A lazy component in its own chunk, for parts that most visitors never need. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let Loaded: ComponentType<Props> | undefined;
  const preload = async () => {
    Loaded ??= await load();
  };
  const failed = new WeakSet<object>();
  const create = () => {
    const created = lazy(async (): Promise<{ default: ComponentType<Props> }> => {
      try {
        Loaded ??= await load();
        return { default: Loaded };
      } catch {
        // The page stays usable without it; the next render retries the import.
        failed.add(created);
        Lazy = create();
        return { default: () => null };
      }
    });
    return created;
  };
  let Lazy = create();
  return {
    preload,
    isLoaded: () => Loaded !== undefined,
    Component: function LazyPart({ fallback = null, ...rest }) {
      const props = rest as unknown as Props;
      // Another component type would mount the part again and lose its state.
      const [First] = useState(() => (Loaded ? undefined : Lazy));
      const Part = First && !failed.has(First) ? First : (Loaded ?? Lazy);
      return (
        <Suspense fallback={fallback}>
          <Part {...props} />
        </Suspense>
      );
    },
  };
}
