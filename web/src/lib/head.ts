import { fullTitle, siteName } from './title.ts';

/** The public configuration for every page. */
export interface SiteConfig {
  publicUrl: string;
  demo: boolean;
  /** Whether an AI endpoint is configured. */
  ai: boolean;
  /** Links to the mobile app. */
  appStores: { apple: string | null; google: string | null };
  /** `peopleUrl` is the contacts API that the browser calls. */
  google: { issuer: string; clientId: string; peopleUrl: string } | null;
}

/** Metadata of a page for browsers, search engines and link previews. */
export interface Head {
  title: string;
  description?: string | undefined;
  /** The canonical path of this content, relative to the public URL. */
  canonical?: string | undefined;
  image?: { url: string; alt: string } | undefined;
  type?: 'website' | 'article' | undefined;
  noindex?: boolean | undefined;
  /** The feed of what the page shows: `ch/12`; otherwise that of the site. */
  feed?: string | undefined;
  /** Whether other sites can embed it by its canonical path. */
  embeds?: boolean | undefined;
  jsonLd?: Record<string, unknown> | undefined;
}

export interface Tag {
  name: 'title' | 'meta' | 'link' | 'script';
  attributes: Record<string, string>;
  text?: string;
}

const defaultDescription =
  'Learn by seeing. Gyan is a place for short visual knowledge cards, chains that lead through an idea, and whole subjects made by people who love them.';

/** Members of JSON-LD that are addresses; pages write them relative to the site. */
const addressKeys = new Set(['url', 'image', 'thumbnailUrl', 'license']);

const absolute = (publicUrl: string, url: string) =>
  URL.canParse(url, publicUrl) ? new URL(url, publicUrl).href : url;

const meta = (name: string, content: string): Tag => ({ name: 'meta', attributes: { name, content } });
const property = (property: string, content: string): Tag => ({
  name: 'meta',
  attributes: { property, content },
});

export function headTags(head: Head, site: Pick<SiteConfig, 'publicUrl'>): Tag[] {
  const description = head.description ?? defaultDescription;
  const image = head.image ?? { url: '/share.png', alt: 'Three sheets of paper under a lamp: Gyan' };
  const tags: Tag[] = [
    { name: 'title', attributes: {}, text: fullTitle(head.title) },
    meta('description', description),
  ];
  if (head.noindex) {
    tags.push(meta('robots', 'noindex'));
    return tags;
  }
  if (head.canonical !== undefined) {
    const href = absolute(site.publicUrl, head.canonical);
    tags.push({ name: 'link', attributes: { rel: 'canonical', href } }, property('og:url', href));
  }
  tags.push(
    property('og:site_name', siteName),
    property('og:type', head.type ?? 'website'),
    property('og:title', head.title),
    property('og:description', description),
    property('og:image', absolute(site.publicUrl, image.url)),
    property('og:image:alt', image.alt),
    meta('twitter:card', 'summary_large_image'),
    meta('twitter:title', head.title),
    meta('twitter:description', description),
    meta('twitter:image', absolute(site.publicUrl, image.url)),
    meta('twitter:image:alt', image.alt),
  );
  if (head.jsonLd) {
    tags.push({
      name: 'script',
      attributes: { type: 'application/ld+json' },
      text: JSON.stringify({ '@context': 'https://schema.org', ...head.jsonLd }, (key, value: unknown) =>
        typeof value === 'string' && addressKeys.has(key) ? absolute(site.publicUrl, value) : value,
      ),
    });
  }
  return tags;
}

/** Marks the head elements of a page, so that the next page can remove them. */
export const headAttribute = 'data-head';

/** In the browser, after a navigation; the title is already set. */
export function applyTags(tags: readonly Tag[]) {
  for (const old of document.head.querySelectorAll(`[${headAttribute}]`)) old.remove();
  for (const { name, attributes, text } of tags) {
    if (name === 'title') continue;
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.setAttribute(headAttribute, '');
    if (text !== undefined) element.textContent = text;
    document.head.append(element);
  }
}
