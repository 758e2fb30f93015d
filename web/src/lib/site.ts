import { createContext, useContext } from 'react';
import type { SiteConfig } from './head.ts';

interface Site extends SiteConfig {
  /** When the page was rendered, in milliseconds: what "ago" counts from until the page is hydrated. */
  renderedAt: number;
}

export const SiteContext = createContext<Site>({
  publicUrl: 'http://localhost',
  demo: false,
  appStores: { apple: null, google: null },
  google: null,
  renderedAt: 0,
});

export const useSite = () => useContext(SiteContext);
