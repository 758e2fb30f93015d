import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

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
  const create = () =>
    lazy(async (): Promise<{ default: ComponentType<Props> }> => {
      try {
        Loaded ??= await load();
        return { default: Loaded };
      } catch {
        // The page stays usable without it; the next render retries the import.
        Lazy = create();
        return { default: () => null };
      }
    });
  let Lazy = create();
  return {
    preload,
    isLoaded: () => Loaded !== undefined,
    Component: function LazyPart({ fallback = null, ...rest }) {
      const props = rest as unknown as Props;
      return <Suspense fallback={fallback}>{Loaded ? <Loaded {...props} /> : <Lazy {...props} />}</Suspense>;
    },
  };
}
