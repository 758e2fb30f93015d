import { embedPath } from '@gyan/contract/embeds.ts';
import { licenseNames, licenseUrl } from '@gyan/contract/license-urls.ts';
import { html, htmlPage, Markup } from '#lib/html.ts';
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
  const head = html`<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="canonical" href="${publicUrl + href}">
<link rel="stylesheet" href="${embedStylesheet}">`;
  return htmlPage({ title: `${title} · Gyan`, head }, body).toString();
}

/** The site's mark and a link to the content there. */
function home(href: string): Markup {
  return html`<a class="home" href="${href}" ${outside}>${mark}Open on Gyan</a>`;
}

/** The site's mark. Inline: a sandboxed frame has another origin than the site's files. */
const mark = new Markup(
  '<svg width="22" height="22" viewBox="0 0 32 32" aria-hidden="true"><rect x="10.5" y="3" width="18" height="21" rx="3.5" fill="#a9b8f0"/><rect x="7" y="5.5" width="18" height="21" rx="3.5" fill="#6f80b8"/><rect x="3.5" y="8" width="18" height="21" rx="3.5" fill="#2b3a67" stroke="#faf7f0"/><path d="M12.5 11.2c2.5 2.7 4.1 4.9 4.1 7.2a4.1 4.1 0 0 1-8.2 0c0-2.3 1.6-4.5 4.1-7.2Z" fill="#f2a65a"/><path d="M7.2 23.7h10.6c-.9 1.9-2.9 2.8-5.3 2.8s-4.4-.9-5.3-2.8Z" fill="#faf7f0"/></svg>',
);

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
  const to = ({ urlText, chapterId }: EmbeddedStep) => {
    const chapter = kind === 'sub' ? `&chapter=${chapterId}` : '';
    return `${embedPath(kind, id)}?card=${encodeURIComponent(urlText)}${chapter}`;
  };
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
  // Sanitised on write.
  const text =
    card.html === null
      ? html`<div class="prose plain">${card.textHtml === null ? card.text : new Markup(card.textHtml)}</div>`
      : html`<div class="prose">${new Markup(card.html)}</div>`;
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
    url && html`<a href="${url}" rel="license noopener" target="_blank">${licenseNames[license]}</a>`;
  if (!name && source === null) return undefined;
  return html`<p class="quiet small">${name}${name && source !== null && ' · '}${source !== null && html`Source: ${source}`}</p>`;
}
