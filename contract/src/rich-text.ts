/**
 * The tags and classes of rich text: exactly what the editor produces. The sanitiser removes everything else
 * on write. Styles are classes, because the content security policy forbids inline styles.
 */

/** Contain text. `pre` always contains exactly one `code`. */
export const textBlockTags = ['p', 'h5', 'h6', 'pre'] as const;
/** Contain blocks; `ul` and `ol` contain only `li`. */
export const containerTags = ['blockquote', 'ul', 'ol', 'li'] as const;
/** Inline tags in a text block. Colour is a `span`. */
export const markTags = ['strong', 'em', 'u', 's', 'code', 'a', 'span'] as const;

/** On `p`, `h5` and `h6`; the default alignment follows the text direction. */
export const alignClasses = ['align-center', 'align-right', 'align-justify'] as const;

/** On `span`. Each is readable in both themes; the label is for screen readers. */
export const inks = [
  { className: 'ink-1', label: 'Grey' },
  { className: 'ink-2', label: 'Red' },
  { className: 'ink-3', label: 'Orange' },
  { className: 'ink-4', label: 'Green' },
  { className: 'ink-5', label: 'Teal' },
  { className: 'ink-6', label: 'Blue' },
  { className: 'ink-7', label: 'Purple' },
  { className: 'ink-8', label: 'Pink' },
] as const;

/** Allowed protocols of links. */
export const linkProtocols = ['http:', 'https:', 'mailto:'] as const;

/** Attributes of every link in user content, which opens in a new tab. */
export const linkAttributes = { rel: 'noopener nofollow ugc', target: '_blank' } as const;
