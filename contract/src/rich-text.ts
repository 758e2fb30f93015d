/**
 * What rich text is made of: exactly what the editor can make. Everything else is taken out when a text is
 * written. Looks are classes, because the content security policy knows no inline style.
 */

/** Hold text. `pre` always holds one `code`, and nothing else. */
export const textBlockTags = ['p', 'h5', 'h6', 'pre'] as const;
/** Hold blocks; `ul` and `ol` hold nothing but `li`. */
export const containerTags = ['blockquote', 'ul', 'ol', 'li'] as const;
/** Run inside a text block. Colour is a `span`. */
export const markTags = ['strong', 'em', 'u', 's', 'code', 'a', 'span'] as const;

/** On `p`, `h5` and `h6`; a text without one begins where its language begins. */
export const alignClasses = ['align-center', 'align-right', 'align-justify'] as const;

/** On `span`. Each is readable in both themes; the label is for those who choose without seeing. */
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

/** Where a link may lead. */
export const linkProtocols = ['http:', 'https:', 'mailto:'] as const;

/** What every link says about itself: people write them, and they open beside the page. */
export const linkAttributes = { rel: 'noopener nofollow ugc', target: '_blank' } as const;
