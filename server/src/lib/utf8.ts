/** A text, or its parts where one string would be very long. Parts may be UTF-8 already. */
export type Text = string | readonly (string | Buffer)[];

export function utf8(text: Text): Buffer {
  if (typeof text === 'string') return Buffer.from(text);
  return Buffer.concat(text.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
}
