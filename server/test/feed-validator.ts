import { childOf, childrenOf, parseXml, type XmlElement } from './xml.ts';

/** What a feed file says, whatever its format. */
export interface CheckedFeed {
  title: string;
  self: string;
  link: string;
  items: CheckedItem[];
}

export interface CheckedItem {
  id: string;
  url: string;
  title: string;
  html: string;
  published: number;
  enclosure: { url: string; type: string; length: number } | undefined;
}

function need(condition: unknown, rule: string): asserts condition {
  if (!condition) throw new Error(rule);
}

function absolute(url: string | undefined): string {
  need(url && /^https?:\/\//.test(url) && URL.canParse(url), `Not an absolute address: ${url}`);
  return url;
}

function time(text: string, form: RegExp): number {
  need(form.test(text) && !Number.isNaN(Date.parse(text)), `Not a date of this format: ${text}`);
  return Date.parse(text);
}

const rfc822 = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const rfc3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;

function enclosureOf(url: string | undefined, type: unknown, length: unknown) {
  need(typeof type === 'string' && /^image\/[a-z]+$/.test(type), `An enclosure has a type: ${String(type)}`);
  need(/^[1-9]\d*$/.test(String(length)), `An enclosure has a length: ${String(length)}`);
  return { url: absolute(url), type, length: Number(length) };
}

function finished(feed: CheckedFeed): CheckedFeed {
  const ids = feed.items.map(({ id }) => id);
  need(new Set(ids).size === ids.length, 'An id is repeated.');
  need(feed.title !== '', 'A feed has a title.');
  const times = feed.items.map(({ published }) => published);
  need(
    times.every((at, n) => n === 0 || at <= (times[n - 1] ?? 0)),
    'The newest come first.',
  );
  return feed;
}

/** RSS 2.0 with the Atom, content and Dublin Core modules. */
export function checkRss(text: string): CheckedFeed {
  const rss = parseXml(text);
  need(rss.name === 'rss' && rss.attributes.version === '2.0', 'The root is rss 2.0.');
  const channel = childOf(rss, 'channel');
  need(childOf(channel, 'description').text !== '', 'A channel has a description.');
  time(childOf(channel, 'lastBuildDate').text, rfc822);
  const self = childOf(channel, 'atom:link').attributes;
  need(self.rel === 'self' && self.type === 'application/rss+xml', 'The channel names itself.');
  for (const prefix of ['atom', 'content', 'dc']) absolute(rss.attributes[`xmlns:${prefix}`]);
  return finished({
    title: childOf(channel, 'title').text,
    link: absolute(childOf(channel, 'link').text),
    self: absolute(self.href),
    items: childrenOf(channel, 'item').map((item) => {
      const guid = childOf(item, 'guid');
      need(guid.attributes.isPermaLink === 'true', 'The guid is an address.');
      const [enclosure] = childrenOf(item, 'enclosure');
      childOf(item, 'description');
      return {
        id: absolute(guid.text),
        url: absolute(childOf(item, 'link').text),
        title: childOf(item, 'title').text,
        html: childOf(item, 'content:encoded').text,
        published: time(childOf(item, 'pubDate').text, rfc822),
        enclosure:
          enclosure &&
          enclosureOf(enclosure.attributes.url, enclosure.attributes.type, enclosure.attributes.length),
      };
    }),
  });
}

const linkOf = (element: XmlElement, rel: string) =>
  childrenOf(element, 'link').find((link) => link.attributes.rel === rel)?.attributes;

/** RFC 4287. */
export function checkAtom(text: string): CheckedFeed {
  const feed = parseXml(text);
  need(feed.name === 'feed' && feed.attributes.xmlns === 'http://www.w3.org/2005/Atom', 'The root is feed.');
  absolute(childOf(feed, 'id').text);
  time(childOf(feed, 'updated').text, rfc3339);
  return finished({
    title: childOf(feed, 'title').text,
    link: absolute(linkOf(feed, 'alternate')?.href),
    self: absolute(linkOf(feed, 'self')?.href),
    items: childrenOf(feed, 'entry').map((entry) => {
      time(childOf(entry, 'updated').text, rfc3339);
      const author = childOf(entry, 'author');
      need(childOf(author, 'name').text !== '', 'An author has a name.');
      absolute(childOf(author, 'uri').text);
      const content = childOf(entry, 'content');
      need(content.attributes.type === 'html', 'The content is HTML.');
      const enclosure = linkOf(entry, 'enclosure');
      return {
        id: absolute(childOf(entry, 'id').text),
        url: absolute(linkOf(entry, 'alternate')?.href),
        title: childOf(entry, 'title').text,
        html: content.text,
        published: time(childOf(entry, 'published').text, rfc3339),
        enclosure: enclosure && enclosureOf(enclosure.href, enclosure.type, enclosure.length),
      };
    }),
  });
}

interface JsonFeed {
  version: string;
  title: string;
  home_page_url: string;
  feed_url: string;
  items: {
    id: unknown;
    url: string;
    title: string;
    content_html: string;
    date_published: string;
    date_modified: string;
    authors: { name: string; url: string }[];
    tags: string[];
    attachments?: { url: string; mime_type: string; size_in_bytes: number }[];
  }[];
}

/** JSON Feed 1.1. */
export function checkJsonFeed(text: string): CheckedFeed {
  const feed = JSON.parse(text) as JsonFeed;
  need(feed.version === 'https://jsonfeed.org/version/1.1', 'The version is 1.1.');
  return finished({
    title: feed.title,
    link: absolute(feed.home_page_url),
    self: absolute(feed.feed_url),
    items: feed.items.map((item) => {
      need(typeof item.id === 'string', 'An id is a string.');
      need(Array.isArray(item.tags) && item.authors.every(({ name }) => name !== ''), 'Tags and authors.');
      time(item.date_modified, rfc3339);
      const [attachment] = item.attachments ?? [];
      return {
        id: absolute(item.id),
        url: absolute(item.url),
        title: item.title,
        html: item.content_html,
        published: time(item.date_published, rfc3339),
        enclosure: attachment && enclosureOf(attachment.url, attachment.mime_type, attachment.size_in_bytes),
      };
    }),
  });
}
