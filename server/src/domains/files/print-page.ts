import { licenseNames } from '@gyan/contract/license-urls.ts';
import { html, htmlPage, Markup } from '#lib/html.ts';
import { htmlOfText } from './content.ts';
import { type Exported, type ExportedCard } from './exported.ts';

/** Lines of the contents that fit on a page. */
const linesPerPage = 28;

interface Line {
  label: string;
  /** The id of the element that it leads to. */
  target: string;
  isChapter: boolean;
}

/** A card, chain or subject as a small book. The script of the page puts cards on pages and numbers them. */
export function printPage(exported: Exported, cover: string | null): Markup {
  const blocks: Markup[] = [];
  const lines: Line[] = [];
  for (const [index, chain] of exported.chains.entries()) {
    if (exported.kind === 'subject') {
      lines.push({ label: chain.title, target: `chapter-${index + 1}`, isChapter: true });
      blocks.push(chapterBlock(index + 1, chain));
    }
    for (const card of chain.cards) {
      const target = `card-${index + 1}-${card.id}`;
      lines.push({ label: card.title, target, isChapter: false });
      blocks.push(cardBlock(card, target));
    }
  }
  const authors = [...new Set(exported.chains.flatMap(({ cards }) => cards.map(({ author }) => author)))];
  const isBook = lines.length > 1;
  // Without a colour scheme: paper is white.
  const head = html`<meta name="robots" content="noindex">
<link rel="stylesheet" href="/print/print.css">
<script src="/print/print.js" defer></script>`;
  return htmlPage(
    { title: `${exported.title} · Gyan`, head },
    html`<nav class="bar" aria-label="Print">
<a href="${exported.link}">Back</a>
<button type="button" id="print" hidden>Print or save as PDF</button>
</nav>
<main>
${isBook ? coverSheet(exported, cover, authors) : ''}
${isBook ? contentsSheets(lines) : ''}
<div id="cards">
${blocks}
</div>
</main>`,
  );
}

const coverSheet = ({ title, desc, link }: Exported, cover: string | null, authors: string[]) => html`
<section class="sheet cover">
${cover === null ? html`<div class="shapes" aria-hidden="true"><i></i><i></i><i></i></div>` : html`<img src="${cover}" alt="">`}
<h1>${title}</h1>
${desc === null ? '' : html`<p class="desc">${desc}</p>`}
<p class="authors">${authors.slice(0, 6).join(', ')}${authors.length > 6 ? ' and others' : ''}</p>
<p class="address">${link}</p>
</section>`;

function contentsSheets(lines: readonly Line[]): Markup[] {
  const pages = Array.from({ length: Math.ceil(lines.length / linesPerPage) }, (_, page) =>
    lines.slice(page * linesPerPage, (page + 1) * linesPerPage),
  );
  return pages.map(
    (ofPage, index) => html`
<section class="sheet contents">
${index === 0 ? html`<h2>Contents</h2>` : ''}
<ol>${ofPage.map(
      ({ label, target, isChapter }) => html`
<li class="${isChapter ? 'chapter-line' : ''}"><a href="#${target}"><span>${label}</span><b data-target="${target}"></b></a></li>`,
    )}
</ol>
</section>`,
  );
}

const chapterBlock = (number: number, { title, desc }: Exported['chains'][number]) => html`
<section class="block chapter" id="chapter-${number}">
<p class="number">${number}</p>
<h2>${title}</h2>
${desc === null ? '' : html`<p>${desc}</p>`}
</section>`;

function cardBlock(card: ExportedCard, id: string): Markup {
  const text = new Markup(card.shownHtml ?? card.htmlDesc ?? `<p>${htmlOfText(card.text)}</p>`);
  const video = card.videoId === null ? null : `https://www.youtube.com/watch?v=${card.videoId}`;
  return html`
<article class="block card" id="${id}">
<h3>${card.title}</h3>
<div class="body">
${card.photoKey === null ? '' : html`<img src="/media/${card.photoKey}/lg.webp" alt="${card.altText ?? ''}">`}
<div class="text">${text}${video === null ? '' : html`<p class="address">${video}</p>`}</div>
</div>
<footer>${card.author} · ${licenseNames[card.license]}${card.source === null ? '' : ` · ${card.source}`}</footer>
</article>`;
}
