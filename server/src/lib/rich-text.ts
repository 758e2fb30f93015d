import { inputLimits } from '@gyan/contract/limits.ts';
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
import { unescapeHtml } from './html.ts';
import { type Attributes, RichTextWriter } from './rich-text-writer.ts';

/** Too much markup, or nested too deeply. */
export class RichTextSizeError extends Error {
  override name = 'RichTextSizeError';
}

export interface RichText {
  /** Only what `@gyan/contract/rich-text.ts` lists, in normal form; cleaning it again changes nothing. */
  html: string;
  /** The text without markup, for search and previews. */
  text: string;
}

/** Removes everything that the editor could not have written. */
export function cleanRichText(html: string): RichText {
  // Bare `<` and `&` are stored as entities, and the parser is slow on them: too many are refused before it runs.
  const escaped = html.replace(bareAmpersand, '&amp;').replace(bareLessThan, '&lt;');
  refuseTooLong(escaped);
  const cleaned = arrange(sanitize(escaped));
  // Escaping and link attributes make it longer, and the stored text must be accepted again.
  refuseTooLong(cleaned.html);
  return cleaned;
}

/** An ampersand that begins no entity. */
const bareAmpersand = /&(?![a-z#])/gi;
/** A `<` that begins neither a tag nor a comment. */
const bareLessThan = /<(?![a-z/!?])/gi;

function refuseTooLong(html: string): void {
  if (html.length > inputLimits.richTextBytes || Buffer.byteLength(html) > inputLimits.richTextBytes) {
    throw new RichTextSizeError('This text is too long.');
  }
}

/** Elements that begin a new line. */
const paragraphLike = (
  'address article aside caption center dd details div dl dt fieldset figcaption figure footer form ' +
  'header hr legend main menu nav section summary table td th tr'
).split(' ');

/** The block or mark that replaces other markup. */
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

/** Elements removed together with their content. */
const droppedTags = [
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

/** An empty name drops the tag; with any other the sanitiser would keep it and close the next mark with it. */
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
  nonTextTags: droppedTags,
  transformTags: {
    '*': (tag, attributes) => {
      const tagName = Object.hasOwn(closest, tag) ? (closest[tag] ?? tag) : tag;
      if (tagName === 'a') return link(attributes.href);
      if (tagName === 'span') return ink(attributes.class);
      return { tagName, attribs: allowedAttributesOf(tagName, attributes) };
    },
  },
} satisfies sanitizeHtml.IOptions;

function sanitize(html: string): string {
  let depth = 0;
  return sanitizeHtml(html, {
    ...options,
    // Counted by the parser: a separate count could be misled by comments and raw text.
    onOpenTag() {
      depth += 1;
      if (depth > inputLimits.richTextDepth) throw new RichTextSizeError('This text is nested too deeply.');
    },
    onCloseTag() {
      depth -= 1;
    },
  });
}

function link(href: string | undefined): sanitizeHtml.Tag {
  const url = href === undefined ? null : URL.parse(href);
  if (!url || !linkProtocols.some((protocol) => protocol === url.protocol)) return nothing;
  // User names in links serve only to imitate another host.
  if (url.username !== '' || url.password !== '') return nothing;
  return { tagName: 'a', attribs: { href: url.href, ...linkAttributes } };
}

function ink(names: string | undefined): sanitizeHtml.Tag {
  const found = inks.find(({ className }) => hasClass(names, className));
  return found ? { tagName: 'span', attribs: { class: found.className } } : nothing;
}

function allowedAttributesOf(tag: string, attributes: Attributes): sanitizeHtml.Attributes {
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

// The sanitiser writes lower case, double quotes and closes every tag.
const token = /<(\/?)([a-z]+[1-6]?)((?: [a-z]+="[^"]*")*)( \/)?>|[^<]+/g;
const attribute = / ([a-z]+)="([^"]*)"/g;

/** Control characters, and the two that reverse the direction of text. */
const notText = /[^\P{Cc}\t\n\f\r]|[\u202d\u202e\ufffe\uffff]/gu;

function arrange(html: string): RichText {
  const writer = new RichTextWriter();
  for (const [whole, slash, tag, attributes = ''] of html.matchAll(token)) {
    if (tag === undefined) writer.text(unescapeHtml(whole).replace(notText, '').toWellFormed());
    else if (tag === 'br') writer.break();
    else if (slash) writer.close(tag);
    else writer.open(tag, attributes === '' ? noAttributes : readAttributes(attributes));
  }
  return writer.end();
}

const noAttributes: Attributes = {};

function readAttributes(text: string): Attributes {
  return Object.fromEntries(
    Array.from(text.matchAll(attribute), ([, name = '', value = '']) => [name, unescapeHtml(value)]),
  );
}
