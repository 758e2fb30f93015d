import { escapeHtml } from '#lib/html.ts';
import { cleanRichText } from '#lib/rich-text.ts';

// The part of Markdown that rich text can have: headings, lists, quotes, code, emphasis and links.

/** The HTML of a Markdown text, cleaned. */
export function htmlOfMarkdown(markdown: string): string {
  return cleanRichText(blocksToHtml(markdown.replaceAll('\r\n', '\n').split('\n'), 0)).html;
}

/** Rich text as Markdown; undefined if it has something that Markdown cannot say, such as colours. */
export function markdownOfHtml(html: string): string | undefined {
  const nodes = parse(html);
  const markdown = nodes && writeBlocks(nodes);
  return markdown !== undefined && htmlOfMarkdown(markdown) === html ? markdown : undefined;
}

const mostDepth = 20;
const fenceLine = /^ {0,3}(`{3,}|~{3,})/;
const headingLine = /^ {0,3}(#{1,6})(?:[ \t](.*))?$/;
const quoteLine = /^ {0,3}> ?/;
const ruleLine = /^ {0,3}(?:(?:- *){3,}|(?:\* *){3,}|(?:_ *){3,})$/;
const itemLine = /^( {0,3})([-*+]|\d{1,4}[.)])(?: +|$)/;

function blocksToHtml(lines: readonly string[], depth: number): string {
  if (depth > mostDepth) return `<p>${lines.map(escapeHtml).join(' ')}</p>`;
  let html = '';
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const fence = fenceLine.exec(line)?.[1];
    const heading = headingLine.exec(line);
    if (line.trim() === '' || ruleLine.test(line)) at += 1;
    else if (fence !== undefined) {
      const end = lines.findIndex((other, index) => index > at && other.trimStart().startsWith(fence));
      const last = end === -1 ? lines.length : end;
      html += `<pre><code>${escapeHtml(lines.slice(at + 1, last).join('\n'))}</code></pre>`;
      at = last + 1;
    } else if (heading) {
      const tag = (heading[1] ?? '').length > 2 ? 'h6' : 'h5';
      html += `<${tag}>${inlineToHtml(headingText(heading[2] ?? ''))}</${tag}>`;
      at += 1;
    } else if (quoteLine.test(line)) {
      const end = endOf(lines, at, (other) => quoteLine.test(other));
      const inner = lines.slice(at, end).map((other) => other.replace(quoteLine, ''));
      html += `<blockquote>${blocksToHtml(inner, depth + 1)}</blockquote>`;
      at = end;
    } else if (itemLine.test(line)) {
      const list = readList(lines, at, depth);
      html += list.html;
      at = list.end;
    } else {
      const end = endOf(lines, at + 1, (other) => other.trim() !== '' && !beginsBlock(other));
      html += `<p>${inlineToHtml(joinLines(lines.slice(at, end)))}</p>`;
      at = end;
    }
  }
  return html;
}

/** Without the number signs that may end a heading. */
function headingText(line: string): string {
  const text = line.trim();
  let end = text.length;
  while (text[end - 1] === '#') end -= 1;
  if (end === 0) return '';
  return end < text.length && /[ \t]/.test(text[end - 1] ?? '') ? text.slice(0, end).trimEnd() : text;
}

const beginsBlock = (line: string) =>
  fenceLine.test(line) ||
  headingLine.test(line) ||
  quoteLine.test(line) ||
  itemLine.test(line) ||
  ruleLine.test(line);

function endOf(lines: readonly string[], start: number, belongs: (line: string) => boolean): number {
  let end = start;
  while (end < lines.length && belongs(lines[end] ?? '')) end += 1;
  return Math.max(end, start);
}

/** Lines that follow each other are one; a backslash or two spaces at the end of a line break it. */
function joinLines(lines: readonly string[]): string {
  return lines
    .map((line, index) => {
      const text = line.trimStart();
      if (index === lines.length - 1) return text.trimEnd();
      if (/(?:^|[^\\])(?:\\\\)*\\$/.test(text)) return `${text.slice(0, -1)}\n`;
      return text.endsWith('  ') ? `${text.trimEnd()}\n` : `${text.trimEnd()} `;
    })
    .join('');
}

function readList(lines: readonly string[], start: number, depth: number): { html: string; end: number } {
  const first = itemLine.exec(lines[start] ?? '');
  const isOrdered = /\d/.test(first?.[2] ?? '');
  let html = '';
  let at = start;
  while (at < lines.length) {
    const item = itemLine.exec(lines[at] ?? '');
    if (!item || /\d/.test(item[2] ?? '') !== isOrdered || ruleLine.test(lines[at] ?? '')) break;
    const indent = (item[1] ?? '').length + (item[2] ?? '').length + 1;
    const inner = [(lines[at] ?? '').slice(item[0].length)];
    at += 1;
    const margin = ' '.repeat(indent);
    while (at < lines.length) {
      const line = lines[at] ?? '';
      // An empty line belongs to the item if an indented line follows.
      const next = lines.slice(at).find((other) => other.trim() !== '') ?? '';
      if (!line.startsWith(margin) && !(line.trim() === '' && next.startsWith(margin))) break;
      inner.push(line.slice(indent));
      at += 1;
    }
    html += `<li>${blocksToHtml(inner, depth + 1)}</li>`;
    const next = endOf(lines, at, (line) => line.trim() === '');
    if (itemLine.test(lines[next] ?? '')) at = next;
  }
  const number = Number.parseInt(first?.[2] ?? '', 10);
  const open = isOrdered ? (number === 1 ? '<ol>' : `<ol start="${number}">`) : '<ul>';
  return { html: `${open}${html}${isOrdered ? '</ol>' : '</ul>'}`, end: at };
}

const inlineToken =
  /\\([!-/:-@[-`{-~])|(`+)|!\[([^[\]]*)\]\([^()\s]*\)|\[((?:\\.|[^[\]\\])*)\]\(<?([^()\s>]*)>?\)|<(https?:\/\/[^\s<>]*|mailto:[^\s<>]*)>|(\*\*|__|~~|\*|_)|(\n)/gs;

const tagOf: Record<string, string> = { '**': 'strong', __: 'strong', '*': 'em', _: 'em', '~~': 's' };

function inlineToHtml(text: string): string {
  let html = '';
  let at = 0;
  const open: { mark: string; before: string }[] = [];
  const close = () => {
    // A mark without an end is text.
    const last = open.pop();
    if (last) html = `${last.before}${escapeHtml(last.mark)}${html}`;
  };
  for (const match of text.matchAll(inlineToken)) {
    // Inside code that has ended already.
    if (match.index < at) continue;
    const [whole, escaped, ticks, imageAlt, label, address, link, mark, newline] = match;
    html += escapeHtml(text.slice(at, match.index));
    at = match.index + whole.length;
    if (escaped !== undefined) html += escapeHtml(escaped);
    else if (ticks !== undefined) {
      const end = endOfCode(text, ticks, at);
      if (end === -1) html += ticks;
      else {
        html += `<code>${escapeHtml(trimCode(text.slice(at, end)))}</code>`;
        at = end + ticks.length;
      }
    } else if (imageAlt !== undefined) continue;
    else if (label !== undefined) html += `<a href="${escapeHtml(address ?? '')}">${inlineToHtml(label)}</a>`;
    else if (link !== undefined) html += `<a href="${escapeHtml(link)}">${escapeHtml(link)}</a>`;
    else if (newline !== undefined) html += '<br>';
    else if (mark !== undefined) {
      const begun = open.findLastIndex((other) => other.mark === mark);
      const before = text[match.index - 1] ?? ' ';
      const after = text[at] ?? ' ';
      const isInWord = mark.startsWith('_') && /[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(after);
      if (begun !== -1 && !/\s/.test(before) && !isInWord) {
        while (open.length > begun + 1) close();
        const start = open.pop();
        html = `${start?.before ?? ''}<${tagOf[mark]}>${html}</${tagOf[mark]}>`;
      } else if (!/\s/.test(after) && !isInWord) {
        open.push({ mark, before: html });
        html = '';
      } else html += escapeHtml(mark);
    }
  }
  html += escapeHtml(text.slice(at));
  while (open.length > 0) close();
  return html;
}

/** The start of the next run of exactly as many backticks, after at least one character. */
function endOfCode(text: string, ticks: string, from: number): number {
  let at = text.indexOf(ticks, from + 1);
  while (at !== -1) {
    let end = at;
    while (text[end] === '`') end += 1;
    if (end - at === ticks.length) return at;
    at = text.indexOf(ticks, end);
  }
  return -1;
}

/** One space on both sides lets code begin or end with a backtick. */
const trimCode = (code: string) => (/^ .* $/s.test(code) && code.trim() !== '' ? code.slice(1, -1) : code);

interface Node {
  tag: string;
  attributes: string;
  children: (Node | string)[];
}

const token = /<(\/?)([a-z]+[1-6]?)((?: [a-z]+="[^"]*")*)>|([^<]+)/g;

/** The tree of rich text in its normal form. */
function parse(html: string): (Node | string)[] | undefined {
  const root: Node = { tag: '', attributes: '', children: [] };
  const path = [root];
  for (const [, slash, tag, attributes = '', text] of html.matchAll(token)) {
    const parent = path.at(-1);
    if (!parent) return undefined;
    if (text !== undefined) parent.children.push(unescape(text));
    else if (slash) path.pop();
    else {
      const node = { tag: tag ?? '', attributes, children: [] };
      parent.children.push(node);
      if (tag !== 'br') path.push(node);
    }
  }
  return path.length === 1 ? root.children : undefined;
}

function unescape(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&nbsp;', '\u00a0')
    .replaceAll('&amp;', '&');
}

function writeBlocks(nodes: readonly (Node | string)[]): string | undefined {
  const parts: string[] = [];
  for (const node of nodes) {
    const part = typeof node === 'string' ? undefined : writeBlock(node);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  return parts.join('\n\n');
}

function writeBlock({ tag, attributes, children }: Node): string | undefined {
  if (tag === 'ul' || tag === 'ol') return writeList(tag, attributes, children);
  if (attributes !== '') return undefined;
  if (tag === 'pre') {
    const code = children[0];
    const text = typeof code === 'object' ? textIn(code) : '';
    return text.includes('```') ? undefined : `\`\`\`\n${text}\n\`\`\``;
  }
  if (tag === 'blockquote') {
    return writeBlocks(children)
      ?.split('\n')
      .map((line) => (line === '' ? '>' : `> ${line}`))
      .join('\n');
  }
  const text = writeInline(children);
  if (text === undefined) return undefined;
  if (tag === 'h5' || tag === 'h6')
    return text.includes('\n') ? undefined : `${tag === 'h5' ? '##' : '###'} ${text}`;
  return tag === 'p' ? escapeLineStarts(text) : undefined;
}

const textIn = ({ children }: Node) =>
  children.map((child) => (typeof child === 'string' ? child : '')).join('');

function writeList(tag: string, attributes: string, children: Node['children']): string | undefined {
  let number = Number(/start="(\d+)"/.exec(attributes)?.[1] ?? 1);
  const items: string[] = [];
  for (const item of children) {
    const text = typeof item === 'object' ? writeBlocks(item.children) : undefined;
    if (text === undefined) return undefined;
    const marker = tag === 'ul' ? '- ' : `${number}. `;
    number += 1;
    const rest = text
      .split('\n')
      .map((line, index) => (index === 0 || line === '' ? line : `${' '.repeat(marker.length)}${line}`));
    items.push(`${marker}${rest.join('\n')}`);
  }
  return items.join('\n');
}

const markOf: Record<string, string> = { strong: '**', em: '*', s: '~~' };

function writeInline(children: Node['children']): string | undefined {
  let text = '';
  for (const child of children) {
    if (typeof child === 'string') {
      text += child.replace(/[\\`*_[\]<>~]/g, '\\$&');
      continue;
    }
    const { tag, attributes } = child;
    const inner = tag === 'code' ? '' : writeInline(child.children);
    if (inner === undefined) return undefined;
    const mark = markOf[tag];
    if (tag === 'br') text += '\\\n';
    else if (mark !== undefined) text += `${mark}${inner}${mark}`;
    else if (tag === 'code') {
      const code = textIn(child);
      if (code.includes('`')) return undefined;
      text += `\`${code}\``;
    } else if (tag === 'a') text += `[${inner}](<${unescape(/href="([^"]*)"/.exec(attributes)?.[1] ?? '')}>)`;
    else return undefined;
  }
  return text;
}

function escapeLineStarts(text: string): string {
  return text.replace(/^([ \t]*)(#|[-+](?= |$)|\d+(?=[.)](?: |$)))/gm, (_, space: string, mark: string) =>
    /\d/.test(mark) ? `${space}${mark}\\` : `${space}\\${mark}`,
  );
}
