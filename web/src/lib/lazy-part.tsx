import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

export interface LazyPart<Props> {
  /** Loads when it is shown; shows `fallback`, else nothing, until then. */
  Component: ComponentType<Props & { fallback?: ReactNode }>;
  /** Loads it ahead, for the renderer and where it will be needed for sure. */
  preload: () => Promise<void>;
  isLoaded: () => boolean;
}

/** A component in a file of its own, for what most visitors never need. */
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
        // The page goes on without it; the next time it is shown it is loaded again.
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
