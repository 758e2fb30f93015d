import { readFile } from 'node:fs/promises';
import { licenseNames } from '@gyan/contract/license-urls.ts';
import type { Storage } from '#domains/storage/storage.ts';
import { escapeHtml, html, Markup } from '#lib/html.ts';
import type { ZipFile } from '#lib/zip.ts';
import { htmlOfText } from './content.ts';
import { type Exported, type ExportedCard, pictureFiles, textFile } from './exported.ts';

const playerFile = (name: string) => readFile(new URL(`scorm/${name}`, import.meta.url));

/** A SCORM 1.2 package with one lesson: a player that needs no network, the cards, and their pictures. */
export async function* scormFiles(storage: Storage, exported: Exported): AsyncGenerator<ZipFile> {
  const pictures = new Set<string>();
  for (const { picture } of exported.chains.flatMap(({ cards }) => cards)) {
    if (picture !== null) pictures.add(`pictures/${picture}`);
  }
  const files = ['index.html', 'player.js', 'player.css', ...pictures];
  yield textFile('imsmanifest.xml', manifest(exported, files));
  yield textFile('index.html', lesson(exported));
  for (const name of ['player.js', 'player.css']) yield { name, content: [await playerFile(name)] };
  yield* pictureFiles(storage, exported, (picture) => `pictures/${picture}`);
}

function manifest({ kind, id, title }: Exported, files: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="gyan-${kind}-${id}" version="1.0"
  xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="gyan">
    <organization identifier="gyan">
      <title>${escapeHtml(title)}</title>
      <item identifier="lesson" identifierref="player" isvisible="true">
        <title>${escapeHtml(title)}</title>
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="player" type="webcontent" adlcp:scormtype="sco" href="index.html">
${files.map((file) => `      <file href="${escapeHtml(file)}"/>`).join('\n')}
    </resource>
  </resources>
</manifest>
`;
}

function lesson({ title, desc, kind, chains }: Exported): string {
  const cards = chains.flatMap((chain) =>
    chain.cards.map((card) => cardSection(card, kind === 'subject' ? chain.title : null)),
  );
  const page = html`<!doctype html>
<html lang="und">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="player.css">
</head>
<body>
<header>
<h1>${title}</h1>
${desc === null ? '' : html`<p>${desc}</p>`}
<p id="place" aria-live="polite"></p>
<progress id="progress" max="${cards.length}" value="0" aria-label="Cards seen"></progress>
</header>
<main>
${cards.length === 0 ? html`<p>There are no cards here yet.</p>` : cards}
</main>
<nav aria-label="Cards">
<button type="button" id="previous">Previous</button>
<button type="button" id="next">Next</button>
</nav>
<script src="player.js"></script>
</body>
</html>
`;
  return page.toString();
}

function cardSection(card: ExportedCard, chapter: string | null): Markup {
  const text = new Markup(card.shownHtml ?? card.htmlDesc ?? `<p>${htmlOfText(card.text)}</p>`);
  const video = card.videoId === null ? undefined : `https://www.youtube.com/watch?v=${card.videoId}`;
  return html`<article class="card" id="card-${card.id}" data-card="${card.id}" hidden>
${chapter === null ? '' : html`<p class="chapter">${chapter}</p>`}
<h2 tabindex="-1">${card.title}</h2>
${card.picture === null ? '' : html`<img src="pictures/${card.picture}" alt="${card.altText ?? ''}">`}
<div class="text">${text}</div>
${video === undefined ? '' : html`<p><a href="${video}" target="_blank" rel="noopener">Video: ${video}</a></p>`}
<footer>${card.author} · ${licenseNames[card.license]}${card.source === null ? '' : ` · ${card.source}`}</footer>
</article>
`;
}
