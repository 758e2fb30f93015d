import { element, type Xml, xmlDocument } from '#lib/xml.ts';
import type { Feed, FeedItem } from './feed.ts';

export type FeedFormat = 'rss' | 'atom' | 'json';

export const formats: Record<FeedFormat, { contentType: string; write: (feed: Feed) => string }> = {
  rss: { contentType: 'application/rss+xml; charset=utf-8', write: toRss },
  atom: { contentType: 'application/atom+xml; charset=utf-8', write: toAtom },
  json: { contentType: 'application/feed+json; charset=utf-8', write: toJsonFeed },
};

const namespaces = {
  atom: 'http://www.w3.org/2005/Atom',
  content: 'http://purl.org/rss/1.0/modules/content/',
  dc: 'http://purl.org/dc/elements/1.1/',
};

/** RSS 2.0. Authors are `dc:creator`: the `author` of RSS is an e-mail address. */
function toRss(feed: Feed): string {
  const channel = element('channel', {}, [
    element('title', {}, [feed.title]),
    element('link', {}, [feed.link]),
    element('description', {}, [feed.description]),
    element('lastBuildDate', {}, [feed.updatedAt.toUTCString()]),
    element('atom:link', { rel: 'self', type: 'application/rss+xml', href: `${feed.self}.rss` }),
    ...feed.items.map(toRssItem),
  ]);
  return xmlDocument(
    element(
      'rss',
      {
        version: '2.0',
        'xmlns:atom': namespaces.atom,
        'xmlns:content': namespaces.content,
        'xmlns:dc': namespaces.dc,
      },
      [channel],
    ),
  );
}

function toRssItem(item: FeedItem): Xml {
  return element('item', {}, [
    element('title', {}, [item.title]),
    element('link', {}, [item.link]),
    element('guid', { isPermaLink: 'true' }, [item.id]),
    element('pubDate', {}, [item.publishedAt.toUTCString()]),
    element('dc:creator', {}, [item.author.name]),
    item.license === undefined ? undefined : element('dc:rights', {}, [item.license]),
    ...item.tags.map((tag) => element('category', {}, [tag])),
    element('description', {}, [item.summary || item.title]),
    element('content:encoded', {}, [item.html]),
    item.picture &&
      element('enclosure', {
        url: item.picture.url,
        type: item.picture.contentType,
        length: item.picture.length,
      }),
  ]);
}

/** RFC 4287. */
function toAtom(feed: Feed): string {
  return xmlDocument(
    element('feed', { xmlns: namespaces.atom }, [
      element('id', {}, [feed.self]),
      element('title', {}, [feed.title]),
      element('subtitle', {}, [feed.description]),
      element('updated', {}, [feed.updatedAt.toISOString()]),
      element('icon', {}, [feed.icon]),
      element('link', { rel: 'self', type: 'application/atom+xml', href: `${feed.self}.atom` }),
      element('link', { rel: 'alternate', type: 'text/html', href: feed.link }),
      ...feed.items.map(toAtomEntry),
    ]),
  );
}

function toAtomEntry(item: FeedItem): Xml {
  return element('entry', {}, [
    element('id', {}, [item.id]),
    element('title', {}, [item.title]),
    element('link', { rel: 'alternate', type: 'text/html', href: item.link }),
    item.picture &&
      element('link', {
        rel: 'enclosure',
        type: item.picture.contentType,
        length: item.picture.length,
        href: item.picture.url,
      }),
    item.license === undefined ? undefined : element('link', { rel: 'license', href: item.license }),
    element('published', {}, [item.publishedAt.toISOString()]),
    element('updated', {}, [item.updatedAt.toISOString()]),
    element('author', {}, [element('name', {}, [item.author.name]), element('uri', {}, [item.author.link])]),
    ...item.tags.map((term) => element('category', { term })),
    element('summary', {}, [item.summary]),
    element('content', { type: 'html' }, [item.html]),
  ]);
}

/** JSON Feed 1.1. */
function toJsonFeed(feed: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    description: feed.description,
    home_page_url: feed.link,
    feed_url: `${feed.self}.json`,
    icon: feed.icon,
    items: feed.items.map(toJsonItem),
  });
}

const toJsonItem = (item: FeedItem) => ({
  id: item.id,
  url: item.link,
  title: item.title,
  content_html: item.html,
  summary: item.summary || undefined,
  image: item.picture?.url,
  date_published: item.publishedAt.toISOString(),
  date_modified: item.updatedAt.toISOString(),
  authors: [{ name: item.author.name, url: item.author.link }],
  tags: item.tags,
  ...(item.license === undefined ? {} : { _license: { url: item.license } }),
  ...(item.picture
    ? {
        attachments: [
          {
            url: item.picture.url,
            mime_type: item.picture.contentType,
            size_in_bytes: item.picture.length,
          },
        ],
      }
    : {}),
});
