export type PictureType = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';

const starts: [PictureType, (head: string) => boolean][] = [
  ['jpeg', (head) => head.startsWith('\xff\xd8\xff')],
  ['png', (head) => head.startsWith('\x89PNG\r\n\x1a\n')],
  ['gif', (head) => /^GIF8[79]a/.test(head)],
  ['webp', (head) => head.startsWith('RIFF') && head.startsWith('WEBP', 8)],
  ['avif', (head) => /^ftypavi[fs]/.test(head.slice(4))],
];

/**
 * Detects the type by the first bytes and ignores the declared type. Other types are refused before decoding, in
 * particular SVG, which can contain scripts, and TIFF, whose decoder is often attacked.
 */
export function sniffPicture(bytes: Uint8Array): PictureType | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 16)).toString('latin1');
  return starts.find(([, matches]) => matches(head))?.[0];
}
