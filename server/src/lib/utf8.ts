/** A text, or the parts of a long one. */
export type Text = string | readonly string[];

export function utf8(text: Text): Buffer {
  if (typeof text === 'string') return Buffer.from(text);
  // Without a buffer for each part: those of megabytes are freed only by full garbage collections.
  const bytes = Buffer.allocUnsafe(text.reduce((sum, part) => sum + Buffer.byteLength(part), 0));
  let length = 0;
  for (const part of text) length += bytes.write(part, length);
  return bytes;
}
