import { embedPath } from '@gyan/contract/embeds.ts';
import { licenseUrl } from '@gyan/contract/license-urls.ts';
import { html, Markup } from '#lib/html.ts';
import type { EmbeddedCard, EmbeddedCollection, EmbeddedStep } from './queries.ts';

export const embedStylesheet = '/embed/style.css';

/** Links leave the frame: the embedding site keeps its page. */
const outside = new Markup('target="_blank" rel="noopener"');

interface Page {
  title: string;
  /** The page of the site that shows the same. */
  href: string;
  publicUrl: string;
}

function page({ title, href, publicUrl }: Page, body: Markup): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · Gyan</title>
<link rel="canonical" href="${publicUrl + href}">
<link rel="stylesheet" href="${embedStylesheet}">
</head>
<body>
${body}
</body>
</html>
`.toString();
}

/** The site's mark and a link to the same thing there. */
function home(href: string): Markup {
  return html`<a class="home" href="${href}" ${outside}><img src="/favicon.svg" alt="" width="22" height="22">Open on Gyan</a>`;
}

export function cardPage(publicUrl: string, card: EmbeddedCard): string {
  const href = `/pd/${encodeURIComponent(card.urlText)}`;
  return page(
    { title: card.title, href, publicUrl },
    html`<main>${article(card, href)}</main>
<footer class="bar bar-end">${home(href)}</footer>`,
  );
}

interface CollectionPage {
  publicUrl: string;
  kind: 'ch' | 'sub';
  id: number;
  collection: EmbeddedCollection;
  card: EmbeddedCard | undefined;
}

/** One card of a chain or subject, with links to the previous and the next. */
export function collectionPage({ publicUrl, kind, id, collection, card }: CollectionPage): string {
  const href = `/${kind}/${id}`;
  const { title, chapterTitle, position, count, previous, next } = collection;
  const to = ({ urlText, chapterId }: EmbeddedStep) =>
    `${embedPath(kind, id)}?${new URLSearchParams({ card: urlText, ...(kind === 'sub' ? { chapter: String(chapterId) } : {}) })}`;
  return page(
    { title: card ? `${card.title} · ${title}` : title, href, publicUrl },
    html`<header class="bar">
<p class="where"><a href="${href}" ${outside}>${title}</a>${chapterTitle === null ? '' : html` <span>${chapterTitle}</span>`}</p>
${count > 0 && html`<p class="count">${position} of ${count}</p>`}
</header>
<main>${card ? article(card, `/pd/${encodeURIComponent(card.urlText)}`) : html`<h1>${title}</h1><p class="quiet">No cards here yet.</p>`}</main>
<footer class="bar bar-end">
<nav aria-label="Cards">
${previous && html`<a class="step" rel="prev" href="${to(previous)}"><span aria-hidden="true">←</span> Previous<span class="sr"> card: ${previous.title}</span></a>`}
${next && html`<a class="step step-next" rel="next" href="${to(next)}">Next<span class="sr"> card: ${next.title}</span> <span aria-hidden="true">→</span></a>`}
</nav>
${home(card ? `${href}?card=${encodeURIComponent(card.urlText)}` : href)}
</footer>`,
  );
}

export function missingPage(publicUrl: string): string {
  return page(
    { title: 'Not found', href: '/', publicUrl },
    html`<main><h1>This is not here any more</h1><p class="quiet">It was removed, or is not public.</p></main>
<footer class="bar bar-end">${home('/')}</footer>`,
  );
}

function article(card: EmbeddedCard, href: string): Markup {
  const text =
    card.html === null
      ? html`<div class="prose plain">${card.text}</div>`
      : // Sanitised on write.
        html`<div class="prose">${new Markup(card.html)}</div>`;
  return html`<article>
${picture(card, href)}
<h1>${card.title}</h1>
<p class="quiet">by <a href="/up/${card.ownerId}" ${outside}>${card.ownerName}</a></p>
${text}
${rights(card)}
</article>`;
}

/** A video opens on the site: its player would set cookies here. */
function picture({ photo, altText, title, videoId }: EmbeddedCard, href: string): Markup | undefined {
  const watch = html`<span class="watch"><span aria-hidden="true">▶</span> Watch on Gyan</span>`;
  const { md, lg } = photo?.specMap ?? {};
  if (!md || !lg)
    return videoId === null ? undefined : html`<p><a href="${href}" ${outside}>${watch}</a></p>`;
  const image = html`<img class="picture" src="${md.url}" srcset="${md.url} ${md.width}w, ${lg.url} ${lg.width}w" sizes="(min-width: 44rem) 42rem, 100vw" width="${md.width}" height="${md.height}" alt="${altText ?? (videoId === null ? title : '')}">`;
  return videoId === null
    ? html`<p class="frame">${image}</p>`
    : html`<p class="frame"><a href="${href}" ${outside}>${image}${watch}</a></p>`;
}

function rights({ license, source }: EmbeddedCard): Markup | undefined {
  const url = licenseUrl(license);
  const name =
    url && html`<a href="${url}" rel="license noopener" target="_blank">${licenseName(license)}</a>`;
  if (!name && source === null) return undefined;
  return html`<p class="quiet small">${name}${name && source !== null && ' · '}${source !== null && html`Source: ${source}`}</p>`;
}

const licenseName = (license: string) => (license === 'cc0' ? 'CC0' : `CC ${license.slice(3).toUpperCase()}`);
