import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

export interface Late<Props> {
  /** Asks for it when it is shown; until it is there, what is to stand in its place, else nothing. */
  Component: ComponentType<Props & { fallback?: ReactNode }>;
  /** Fetches it ahead; the renderer and whoever knows it will be needed wait for this. */
  ready: () => Promise<void>;
  isReady: () => boolean;
}

/** A component in a file of its own, for what most visitors never need. */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>): Late<Props> {
  let Loaded: ComponentType<Props> | undefined;
  const ready = async () => {
    Loaded ??= await load();
  };
  return {
    ready,
    isReady: () => Loaded !== undefined,
    Component: function LateComponent({ fallback = null, ...props }) {
      const [, setArrived] = useState(Loaded !== undefined);
      useEffect(() => {
        if (Loaded) return;
        // Without it there is nothing to show here; the rest of the page goes on.
        ready().then(
          () => setArrived(true),
          () => undefined,
        );
      }, []);
      return Loaded ? <Loaded {...(props as unknown as Props)} /> : fallback;
    },
  };
}
