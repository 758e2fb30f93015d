import { sizes } from '@gyan/contract/limits.ts';
import {
  alignClasses,
  containerTags,
  inks,
  linkAttributes,
  linkProtocols,
  markTags,
  textBlockTags,
} from '@gyan/contract/rich-text.ts';
import sanitizeHtml from 'sanitize-html';
import { type Attributes, RichTextWriter } from './rich-text-writer.ts';

/** More markup, or deeper, than is agreed to. */
export class RichTextSizeError extends Error {
  override name = 'RichTextSizeError';
}

export interface RichText {
  /** Nothing but what `@gyan/contract/rich-text.ts` lists, in one shape; cleaning it again changes nothing. */
  html: string;
  /** The same without markup, for search and previews. */
  text: string;
}

/** Takes out of a piece of HTML whatever the editor could not have made. */
export function cleanRichText(html: string): RichText {
  refuseTooLong(html);
  // Bare `<` and `&` are stored as entities, and the parser is slow on them: too many are refused before it runs.
  const escaped = html.replace(bareAmpersand, '&amp;').replace(bareLessThan, '&lt;');
  refuseTooLong(escaped);
  const cleaned = arrange(sanitize(escaped));
  // Escaping and what is said about links make it longer; what is kept must be welcome again.
  refuseTooLong(cleaned.html);
  return cleaned;
}

/** Begins no entity. */
const bareAmpersand = /&(?![a-z#])/gi;
/** Begins neither a tag nor a comment. */
const bareLessThan = /<(?![a-z/!?])/gi;

function refuseTooLong(html: string): void {
  if (html.length > sizes.richTextBytes || Buffer.byteLength(html) > sizes.richTextBytes) {
    throw new RichTextSizeError('This text is too long.');
  }
}

/** Whatever begins a new line. */
const paragraphLike = (
  'address article aside caption center dd details div dl dt fieldset figcaption figure footer form ' +
  'header hr legend main menu nav section summary table td th tr'
).split(' ');

/** Which paragraph or mark other markup comes closest to. */
const closest: Readonly<Record<string, string>> = {
  b: 'strong',
  i: 'em',
  ins: 'u',
  del: 's',
  strike: 's',
  h1: 'h5',
  h2: 'h5',
  h3: 'h5',
  h4: 'h5',
  ...Object.fromEntries(paragraphLike.map((tag) => [tag, 'p'])),
};

/** Content that is not for reading, whatever is in it. */
const notForReading = [
  'script',
  'style',
  'textarea',
  'option',
  'xmp',
  'noscript',
  'title',
  'template',
  'noembed',
];

/** Without a name: any other the sanitiser would keep, and close the next mark in the same place with it. */
const nothing = { tagName: '', attribs: {} };

const allowedTags = [...textBlockTags, ...containerTags, ...markTags, 'br'];

const options = {
  allowedTags,
  allowedAttributes: {
    a: ['href', ...Object.keys(linkAttributes)],
    span: ['class'],
    p: ['class'],
    h5: ['class'],
    h6: ['class'],
    ol: ['start'],
  },
  allowedSchemes: linkProtocols.map((protocol) => protocol.slice(0, -1)),
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: notForReading,
  transformTags: {
    '*': (tag, attributes) => {
      const tagName = Object.hasOwn(closest, tag) ? (closest[tag] ?? tag) : tag;
      if (tagName === 'a') return link(attributes.href);
      if (tagName === 'span') return ink(attributes.class);
      return { tagName, attribs: lookOf(tagName, attributes) };
    },
  },
} satisfies sanitizeHtml.IOptions;

function sanitize(html: string): string {
  let depth = 0;
  return sanitizeHtml(html, {
    ...options,
    // The parser itself counts: a count of its own could be led astray by comments and raw text.
    onOpenTag() {
      depth += 1;
      if (depth > sizes.richTextDepth) throw new RichTextSizeError('This text is nested too deeply.');
    },
    onCloseTag() {
      depth -= 1;
    },
  });
}

function link(href: string | undefined): sanitizeHtml.Tag {
  const url = href === undefined ? null : URL.parse(href);
  if (!url || !linkProtocols.some((protocol) => protocol === url.protocol)) return nothing;
  // Names before the host only ever serve to look like another host.
  if (url.username !== '' || url.password !== '') return nothing;
  return { tagName: 'a', attribs: { href: url.href, ...linkAttributes } };
}

function ink(names: string | undefined): sanitizeHtml.Tag {
  const found = inks.find(({ className }) => hasClass(names, className));
  return found ? { tagName: 'span', attribs: { class: found.className } } : nothing;
}

function lookOf(tag: string, attributes: Attributes): sanitizeHtml.Attributes {
  if (tag === 'p' || tag === 'h5' || tag === 'h6') {
    const align = alignClasses.find((name) => hasClass(attributes.class, name));
    return align ? { class: align } : {};
  }
  const starts = tag === 'ol' && /^(?!1$)[1-9]\d{0,3}$/.test(attributes.start ?? '');
  return starts ? { start: attributes.start as string } : {};
}

function hasClass(names: string | undefined, name: string): boolean {
  return names !== undefined && names.split(/[ \t\r\n\f]+/).includes(name);
}

// The sanitiser writes one way: lower case, double quotes, every tag closed.
const token = /<(\/?)([a-z]+[1-6]?)((?: [a-z]+="[^"]*")*)( \/)?>|[^<]+/g;
const attribute = / ([a-z]+)="([^"]*)"/g;

/** Controls, and the two marks that turn whole lines of text around. */
const notText = /[^\P{Cc}\t\n\f\r]|[\u202d\u202e\ufffe\uffff]/gu;

function arrange(html: string): RichText {
  const writer = new RichTextWriter();
  for (const [whole, slash, tag, attributes = ''] of html.matchAll(token)) {
    if (tag === undefined) writer.text(unescape(whole).replace(notText, '').toWellFormed());
    else if (tag === 'br') writer.break();
    else if (slash) writer.close(tag);
    else writer.open(tag, attributes === '' ? noAttributes : readAttributes(attributes));
  }
  return writer.end();
}

const noAttributes: Attributes = {};

function readAttributes(text: string): Attributes {
  return Object.fromEntries(
    Array.from(text.matchAll(attribute), ([, name = '', value = '']) => [name, unescape(value)]),
  );
}

// A callback for each match is ten times slower than `replaceAll`. `&amp;` comes last, so that nothing is unescaped twice.
function unescape(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}
