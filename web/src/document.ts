import textFont from '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2?url';
import titleFont from '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2?url';
import type { Manifest } from 'vite';
import type { ProblemFacts } from '#lib/api-problem.ts';
import { type Head, headTags, type SiteConfig } from '#lib/head.ts';
import { escapeHtml, escapeJson, tagHtml } from '#lib/html.ts';
import { alternateTags } from './alternates.ts';
import { memberPreloads } from './member-preloads.ts';

/** The server's state that the browser hydrates from. */
export interface PageState {
  site: SiteConfig;
  renderedAt: number;
  loaderData: Record<string, unknown>;
  /** By route; contains only the fields of an API problem, no internals. */
  errors: Record<string, ProblemFacts> | null;
}

interface Files {
  scripts: { boot: string; entry: string };
  styles: string[];
  preloads: string[];
  /** Chunks that the boot script preloads for signed-in users; of a private page all but the entry's. */
  memberModules: string[];
}

const developmentFiles: Files = {
  scripts: { boot: '/src/boot.ts', entry: '/src/entry-client.tsx' },
  styles: ['/src/styles/app.css', '/src/features/shell/shell.css', '/src/pages/pages.css'],
  preloads: [],
  memberModules: [],
};

/** The manifest's key of a chunk by its name or source file; a chunk that others import too has its name only. */
function keyOf(manifest: Manifest, source: string): string {
  if (manifest[source]) return source;
  const name = source.slice(source.lastIndexOf('/') + 1).replace(/\.tsx?$/, '');
  const key = Object.keys(manifest).find((candidate) => candidate.startsWith(`_${name}-`));
  if (key === undefined) throw new Error(`The build has no chunk of ${source}.`);
  return key;
}

/** The files of a page: the entry, the page's chunk, and their static imports. */
function builtFiles(manifest: Manifest, { pageFile, isPrivate }: DocumentPage): Files {
  const styles = new Set<string>();
  const preloads = new Set<string>();
  const memberModules = new Set<string>();
  const visit = (key: string, files = preloads) => {
    const chunk = manifest[key];
    if (!chunk || preloads.has(chunk.file) || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const style of chunk.css ?? []) styles.add(style);
    for (const imported of chunk.imports ?? []) visit(imported, files);
  };
  for (const style of manifest['style.css'] ? [manifest['style.css'].file] : []) styles.add(style);
  visit('src/entry-client.tsx');
  if (pageFile !== undefined) visit(`src/pages/${pageFile}.tsx`, isPrivate ? memberModules : preloads);
  for (const module of memberPreloads(pageFile).modules) visit(keyOf(manifest, module), memberModules);
  const entry = manifest['src/entry-client.tsx']?.file ?? '';
  preloads.delete(entry);
  const boot = manifest['src/boot.ts']?.file ?? '';
  const address = (file: string) => `/${file}`;
  return {
    scripts: { boot: address(boot), entry: address(entry) },
    styles: [...styles].map(address),
    preloads: [...preloads].map(address),
    memberModules: [...memberModules].map(address),
  };
}

/** Cached, because it is the same for every document of a page. */
const found = new WeakMap<Manifest, Map<string | undefined, Files>>();

function filesOf(manifest: Manifest, page: DocumentPage): Files {
  const { pageFile } = page;
  const byPage = found.get(manifest) ?? new Map<string | undefined, Files>();
  found.set(manifest, byPage);
  const files = byPage.get(pageFile) ?? builtFiles(manifest, page);
  byPage.set(pageFile, files);
  return files;
}

interface DocumentPage {
  pageFile: string | undefined;
  /** Only signed-in users see the page. */
  isPrivate: boolean;
}

export interface DocumentInput extends DocumentPage {
  head: Head;
  state: PageState;
  body: string;
  manifest: Manifest | undefined;
}

const link = (rel: string, href: string, more = '') =>
  `<link rel="${rel}" href="${escapeHtml(href)}"${more}>`;

/** An attribute of the boot script, which reads it if the viewer is signed in. */
const dataAttribute = (name: string, value: string) => (value ? ` data-${name}="${escapeHtml(value)}"` : '');

const fonts = [textFont, titleFont];

/** The whole document. The same for every visitor, without inline scripts and styles. */
export function documentHtml(input: DocumentInput): string {
  const { head, pageFile, isPrivate, state, body, manifest } = input;
  const { scripts, styles, preloads, memberModules } = manifest ? filesOf(manifest, input) : developmentFiles;
  const { calls, pictureSizes = '' } = memberPreloads(pageFile);
  const forMembers = [
    dataAttribute('modules', memberModules.join(' ')),
    dataAttribute('calls', calls.join(' ')),
    dataAttribute('picture-sizes', pictureSizes),
    dataAttribute('fonts', isPrivate ? fonts.join(' ') : ''),
  ].join('');
  // Reading a public page needs no script, so styles, fonts and pictures go first.
  const lowPriority = isPrivate ? '' : ' fetchpriority="low"';
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    `<script src="${escapeHtml(scripts.boot)}"${forMembers}></script>`,
    ...[...headTags(head, state.site), ...alternateTags(head, state.site.publicUrl)].map(tagHtml),
    ...styles.map((href) => link('stylesheet', href)),
    ...(isPrivate
      ? []
      : fonts.map((href) => link('preload', href, ' as="font" type="font/woff2" crossorigin'))),
    '<meta name="color-scheme" content="light dark">',
    '<meta name="theme-color" content="#faf7f0" media="(prefers-color-scheme: light)">',
    '<meta name="theme-color" content="#12141b" media="(prefers-color-scheme: dark)">',
    link('icon', '/favicon.svg', ' type="image/svg+xml"'),
    link('manifest', '/app.webmanifest'),
    link('apple-touch-icon', '/icon-192.png'),
    '</head>',
    '<body>',
    `<div id="root">${body}</div>`,
    `<script type="application/json" id="state">${escapeJson(JSON.stringify(state))}</script>`,
    ...preloads.map((href) => link('modulepreload', href, lowPriority)),
    `<script type="module" src="${escapeHtml(scripts.entry)}"${lowPriority}></script>`,
    '</body>',
    '</html>',
  ].join('\n');
}
