import sharp, { type OverlayOptions } from 'sharp';
import { escapeXml } from '#lib/xml.ts';
import { shareImageSize } from './files.ts';

/** What a share image shows. */
export interface ShareDrawing {
  kind: 'card' | 'chain' | 'subject' | 'person';
  title: string;
  /** Above the title: “Chain · 12 cards”. */
  label: string;
  /** Below the title. */
  byline: string;
  /** Chooses the colours of the shape. */
  seed: number;
}

const { width, height } = shareImageSize;
const colors = { paper: '#faf7f0', glow: '#f9e8d4', ink: '#1d1b16', quiet: '#645f53', edge: '#8a8271' };
/** The covers of the web app: background and line. */
const tones = [
  ['#8c3a1c', '#f7dcbd'],
  ['#2b3a67', '#cdd6f8'],
  ['#eeb35c', '#5f2c06'],
  ['#2c5745', '#d6e8c9'],
  ['#5c2b4b', '#f4d3e2'],
  ['#ecdfc4', '#8a4512'],
] as const;
const fonts = {
  title: 'Fraunces,Noto Sans Devanagari,serif Semi-Bold',
  text: 'Atkinson Hyperlegible Next,Noto Sans Devanagari,sans-serif Medium',
};

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The text column, and the place of the picture in the shape of each kind. */
const column: Box = { left: 72, top: 76, width: 500, height: 400 };
const pictures: Record<ShareDrawing['kind'], Box & { mask: string }> = {
  // Only the corners at the edge of the shape are round: the others are outside of the mask.
  card: { left: 668, top: 66, width: 440, height: 330, mask: 'width="440" height="360" rx="21"' },
  chain: { left: 642, top: 70, width: 430, height: 322, mask: 'width="430" height="352" rx="21"' },
  subject: { left: 716, top: 66, width: 372, height: 498, mask: 'x="-30" width="402" height="498" rx="14"' },
  person: { left: 678, top: 103, width: 424, height: 424, mask: 'width="424" height="424" rx="212"' },
};

/** A JPEG. The picture is a file of this site. Imports nothing else of the server: the image worker loads this file. */
export async function drawShareImage(drawing: ShareDrawing, picture: Uint8Array): Promise<Buffer> {
  const layers: OverlayOptions[] = [];
  const box = pictures[drawing.kind];
  const photo = picture.byteLength > 0 && (await fitPicture(picture, box));
  if (photo) layers.push({ input: photo, left: box.left, top: box.top });
  layers.push({ input: Buffer.from(outline(drawing.kind)), left: 0, top: 0 });
  layers.push(...(await drawTexts(drawing)));
  return sharp(Buffer.from(background(drawing, !photo)))
    .composite(layers)
    .flatten({ background: colors.paper })
    .jpeg({ quality: 88, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

/** Fills the box and cuts its corners; a picture that cannot be read is left out. */
async function fitPicture(picture: Uint8Array, { width, height, mask }: Box & { mask: string }) {
  const shape = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect ${mask}/></svg>`;
  try {
    return await sharp(picture, { limitInputPixels: 25_000_000 })
      .resize({ width, height, fit: 'cover', position: 'centre' })
      .ensureAlpha()
      .composite([{ input: Buffer.from(shape), blend: 'dest-in' }])
      .png({ compressionLevel: 1 })
      .toBuffer();
  } catch {
    return undefined;
  }
}

const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`;

const sheet = (left: number, top: number, w: number, h: number, more = 'fill="#ffffff"') =>
  `<rect x="${left}" y="${top}" width="${w}" height="${h}" rx="22" stroke="${colors.edge}" stroke-width="2" ${more}/>`;

/** Lines of text below the picture. */
const lines = (left: number, top: number, widths: readonly number[]) =>
  widths
    .map((w, n) => `<rect x="${left}" y="${top + 38 * n}" width="${w}" height="13" rx="6.5" fill="#e6e0d2"/>`)
    .join('');

/** Everything below the picture: one sheet, three sheets, a book, or a disc. */
const shapes: Record<ShareDrawing['kind'], (background: string) => string> = {
  card: () => sheet(667, 65, 442, 500) + lines(708, 436, [330, 362, 230]),
  chain: () =>
    sheet(697, 123, 432, 454) +
    sheet(669, 96, 432, 454) +
    sheet(641, 69, 432, 454) +
    lines(680, 428, [300, 210]),
  subject: (background) =>
    `<rect x="668" y="66" width="420" height="498" rx="14" fill="${background}"/>` +
    '<rect x="668" y="66" width="48" height="498" rx="14" fill="#000000" opacity="0.22"/>',
  person: (background) => `<circle cx="890" cy="315" r="212" fill="${background}"/>`,
};

function background({ kind, seed }: ShareDrawing, drawsLamp: boolean): string {
  const [background, line] = tones[seed % tones.length] ?? tones[0];
  const box = pictures[kind];
  const place = `x="${box.left}" y="${box.top}" width="${box.width}" height="${box.height}"`;
  const cover = drawsLamp
    ? `<svg ${place}><rect ${box.mask} fill="${background}"/></svg>${lamp(box, line)}`
    : '';
  return svg(
    `<rect width="100%" height="100%" fill="${colors.paper}"/>
    <circle cx="888" cy="315" r="290" fill="${colors.glow}"/>
    ${shapes[kind](background)}${cover}${mark}`,
  );
}

/** A line around the picture, drawn over its edge. */
function outline(kind: ShareDrawing['kind']): string {
  const { left, top, width: w, height: h } = pictures[kind];
  const more = `fill="none"`;
  if (kind === 'card') return svg(sheet(667, 65, 442, 500, more) + rule(left, top + h, w));
  if (kind === 'chain') return svg(sheet(641, 69, 432, 454, more) + rule(left, top + h, w));
  const line = `fill="none" stroke="${colors.edge}" stroke-width="2"`;
  return svg(
    kind === 'subject'
      ? `<rect x="668" y="66" width="420" height="498" rx="14" ${line}/>`
      : `<circle cx="890" cy="315" r="212" ${line}/>`,
  );
}

const rule = (left: number, top: number, w: number) =>
  `<rect x="${left}" y="${top}" width="${w}" height="2" fill="${colors.edge}"/>`;

/** The lamp of the site's mark, for content without a picture. */
function lamp({ left, top, width: w, height: h }: Box, color: string): string {
  const scale = 7;
  const [x, y] = [left + w / 2 - 12.5 * scale, top + h / 2 - 18.8 * scale];
  return `<g transform="translate(${x} ${y}) scale(${scale})" fill="${color}"><path d="${flame}"/><path d="${bowl}"/></g>`;
}

const flame =
  'M12.5 11.2c2.500 2.700 4.100 4.900 4.100 7.200a4.100 4.100 0 0 1-8.200 0c0-2.300 1.600-4.500 4.100-7.200Z';
const bowl = 'M7.200 23.700h10.600c-.9 1.900-2.900 2.800-5.300 2.800s-4.400-.9-5.300-2.800Z';

/** The site's mark, at the bottom of the text column. */
const mark = `<g transform="translate(68 531) scale(1.700)">
  <rect x="10.500" y="3" width="18" height="21" rx="3.500" fill="#a9b8f0"/>
  <rect x="7" y="5.500" width="18" height="21" rx="3.500" fill="#6f80b8"/>
  <rect x="3.500" y="8" width="18" height="21" rx="3.500" fill="#2b3a67" stroke="#faf7f0"/>
  <path d="${flame}" fill="#f2a65a"/><path d="${bowl}" fill="#faf7f0"/></g>`;

async function drawTexts({ title, label, byline }: ShareDrawing): Promise<OverlayOptions[]> {
  const name = await drawText('Gyan', { font: fonts.title, size: 40 });
  const above = await fitText(label, { font: fonts.text, size: 28, color: colors.quiet, maxHeight: 40 });
  const below = await fitText(byline, { font: fonts.text, size: 30, color: colors.quiet, maxHeight: 80 });
  const room = column.height - 60 - (below ? below.height + 28 : 0);
  const heading = await fitText(title, { font: fonts.title, size: 74, smallest: 40, maxHeight: room });
  const placed: OverlayOptions[] = [];
  let top = column.top;
  const put = (text: Drawn | undefined, gap: number) => {
    if (!text) return;
    placed.push({ input: text.data, left: column.left, top });
    top += text.height + gap;
  };
  put(above, 28);
  put(heading, 28);
  put(below, 0);
  if (name) placed.push({ input: name.data, left: 136, top: 546 });
  return placed;
}

interface Drawn {
  data: Buffer;
  height: number;
}

interface TextOptions {
  font: string;
  size: number;
  color?: string;
}

/** Wraps within the column; undefined if there is nothing to draw. */
async function drawText(text: string, { font, size, color }: TextOptions): Promise<Drawn | undefined> {
  if (text.trim() === '') return undefined;
  const markup = `<span insert_hyphens="false" foreground="${color ?? colors.ink}">${escapeXml(text)}</span>`;
  const { data, info } = await sharp({
    text: {
      text: markup,
      font: `${font} ${size}`,
      width: column.width,
      wrap: 'word-char',
      rgba: true,
      dpi: 72,
      spacing: Math.round(size * 0.06),
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
  return { data, height: info.height };
}

/** Reduces the size, then the length, until it fits. */
async function fitText(
  text: string,
  { maxHeight, smallest, ...options }: TextOptions & { maxHeight: number; smallest?: number },
): Promise<Drawn | undefined> {
  let { size } = options;
  let drawn = await drawText(text, options);
  while (drawn && drawn.height > maxHeight && size > (smallest ?? size)) {
    size = Math.max(smallest ?? size, Math.floor(size * 0.86));
    drawn = await drawText(text, { ...options, size });
  }
  let shown = [...new Intl.Segmenter().segment(text.slice(0, 400))].map(({ segment }) => segment);
  while (drawn && drawn.height > maxHeight && shown.length > 1) {
    shown = shown.slice(0, Math.floor(shown.length * 0.9));
    const cut = shown.join('');
    const words = cut.slice(0, cut.includes(' ') ? cut.lastIndexOf(' ') : undefined);
    drawn = await drawText(`${words.trimEnd()}…`, { ...options, size });
  }
  return drawn;
}
