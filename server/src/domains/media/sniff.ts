export type PictureType = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';

const starts: [PictureType, (head: string) => boolean][] = [
  ['jpeg', (head) => head.startsWith('\xff\xd8\xff')],
  ['png', (head) => head.startsWith('\x89PNG\r\n\x1a\n')],
  ['gif', (head) => /^GIF8[79]a/.test(head)],
  ['webp', (head) => head.startsWith('RIFF') && head.startsWith('WEBP', 8)],
  ['avif', (head) => /^ftypavi[fs]/.test(head.slice(4))],
];

/**
 * The type by the first bytes, whatever the sender calls it. Everything else is refused before a decoder sees it; in
 * particular SVG, which is a program as much as a picture, and TIFF, whose decoder is the most attacked and which browsers do not make.
 */
export function sniffPicture(bytes: Uint8Array): PictureType | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 16)).toString('latin1');
  return starts.find(([, matches]) => matches(head))?.[0];
}
