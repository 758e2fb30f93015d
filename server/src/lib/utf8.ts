/** A text, or the parts of a long one. Parts may be UTF-8 buffers. */
export type Text = string | readonly (string | Buffer)[];

export function utf8(text: Text): Buffer {
  if (typeof text === 'string') return Buffer.from(text);
  return Buffer.concat(text.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
}
