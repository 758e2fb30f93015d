import type { Head, Tag } from '#lib/head.ts';

const link = (type: string, href: string, title: string): Tag => ({
  name: 'link',
  attributes: { rel: 'alternate', type, href, title },
});

const imageSize = { width: '1200', height: '630' };

/**
 * Tags for other programs: the feed of the page, its oEmbed answers, and the size of its picture. Only the server
 * writes them; in the browser nothing reads them.
 */
export function alternateTags(head: Head, publicUrl: string): Tag[] {
  const tags: Tag[] = [];
  if (head.embeds && head.canonical !== undefined) {
    const url = encodeURIComponent(publicUrl + head.canonical);
    const oembed = (format: string) => `${publicUrl}/oembed?url=${url}&format=${format}`;
    tags.push(
      link('application/json+oembed', oembed('json'), head.title),
      link('text/xml+oembed', oembed('xml'), head.title),
    );
  }
  if (head.noindex) return tags;
  const feed = `${publicUrl}/feeds/${head.feed ?? 'all'}`;
  const title = head.feed ? head.title : 'Gyan';
  tags.push(
    link('application/rss+xml', `${feed}.rss`, `${title} (RSS)`),
    link('application/atom+xml', `${feed}.atom`, `${title} (Atom)`),
    link('application/feed+json', `${feed}.json`, `${title} (JSON Feed)`),
  );
  for (const [name, content] of Object.entries(imageSize))
    tags.push({ name: 'meta', attributes: { property: `og:image:${name}`, content } });
  return tags;
}
