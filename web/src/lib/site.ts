import { createContext, useContext } from 'react';
import type { SiteConfig } from './head.ts';

interface Site extends SiteConfig {
  /** Time of rendering in milliseconds, used for relative times until hydration. */
  renderedAt: number;
}

export const SiteContext = createContext<Site>({
  publicUrl: 'http://localhost',
  demo: false,
  ai: false,
  appStores: { apple: null, google: null },
  google: null,
  renderedAt: 0,
});

export const useSite = () => useContext(SiteContext);
