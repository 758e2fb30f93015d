import { expect, it } from 'vitest';
import { tagHtml } from '#lib/html.ts';
import { alternateTags } from './alternates.ts';

const html = (...args: Parameters<typeof alternateTags>) =>
  alternateTags(...args)
    .map(tagHtml)
    .join('\n');
const site = 'https://gyan.example';

it('names the feed of a page in every format, its oEmbed answers, and the size of its picture', () => {
  const text = html({ title: 'Light', canonical: '/ch/12', feed: 'ch/12', embeds: true }, site);
  for (const [type, ending] of [
    ['application/rss+xml', 'rss'],
    ['application/atom+xml', 'atom'],
    ['application/feed+json', 'json'],
  ]) {
    expect(text).toContain(
      `rel="alternate" type="${type}" href="${site}/feeds/ch/12.${ending}" title="Light (`,
    );
  }
  const address = encodeURIComponent(`${site}/ch/12`);
  expect(text).toContain(
    `type="application/json+oembed" href="${site}/oembed?url=${address}&amp;format=json" title="Light"`,
  );
  expect(text).toContain('type="text/xml+oembed"');
  expect(text).toContain('property="og:image:width" content="1200"');
});

it('names the feed of the site on other pages', () => {
  expect(html({ title: 'Terms' }, site)).toContain(`href="${site}/feeds/all.rss" title="Gyan (RSS)"`);
});

it('names no feed of what is unlisted, but how to embed it', () => {
  const unlisted = { title: 'Light', canonical: '/ch/12', feed: 'ch/12', embeds: true, noindex: true };
  expect(html(unlisted, site)).not.toContain('/feeds/');
  expect(html(unlisted, site)).toContain('json+oembed');
  expect(html({ title: 'Settings', noindex: true }, site)).toBe('');
});
