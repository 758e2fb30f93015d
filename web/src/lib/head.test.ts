import { describe, expect, it } from 'vitest';
import { headTags } from './head.ts';
import { escapeJson, tagHtml } from './html.ts';

const site = { publicUrl: 'https://gyan.example' };
const html = (...args: Parameters<typeof headTags>) =>
  headTags(...args)
    .map(tagHtml)
    .join('\n');

describe('head tags', () => {
  it('names the page, its one address and its picture absolutely', () => {
    const text = html(
      {
        title: 'Why the sky is blue',
        description: 'Light & air',
        canonical: '/pd/sky-x7',
        image: { url: '/media/a.webp', alt: 'A blue sky' },
        type: 'article',
      },
      site,
    );
    expect(text).toContain('<title>Why the sky is blue · Gyan</title>');
    expect(text).toContain('<meta name="description" content="Light &amp; air" data-head="">');
    expect(text).toContain('<link rel="canonical" href="https://gyan.example/pd/sky-x7" data-head="">');
    expect(text).toContain('property="og:url" content="https://gyan.example/pd/sky-x7"');
    expect(text).toContain('property="og:type" content="article"');
    expect(text).toContain('property="og:image" content="https://gyan.example/media/a.webp"');
    expect(text).toContain('name="twitter:card" content="summary_large_image"');
    expect(text).not.toContain('robots');
  });

  it('keeps a private page out of indexes and share previews', () => {
    const text = html({ title: 'Settings', noindex: true, canonical: '/set' }, site);
    expect(text).toContain('<meta name="robots" content="noindex" data-head="">');
    expect(text).not.toContain('og:');
    expect(text).not.toContain('canonical');
  });

  it('lets no title break out of its tag', () => {
    const text = html({ title: '</title><script>alert(1)</script>"' }, site);
    expect(text).not.toContain('<script');
    expect(text).toContain('&lt;/title&gt;');
  });

  it('lets no JSON-LD text end its script', () => {
    const text = html({ title: 'x', jsonLd: { name: '</script><b>' } }, site);
    expect(text.match(/<\/script>/g)).toHaveLength(1);
    expect(text).toContain(String.raw`\u003c/script>\u003cb>`);
  });

  it('leaves a title that begins with the name of the site as it is', () => {
    expect(html({ title: 'Gyan: learn by seeing' }, site)).toContain('<title>Gyan: learn by seeing</title>');
  });
});

it('escaped JSON reads back as it was', () => {
  const value = { a: '<!-- </script> <b>', b: '\u2028' };
  const escaped = escapeJson(JSON.stringify(value));
  expect(escaped).not.toContain('<');
  expect(JSON.parse(escaped)).toEqual(value);
});
