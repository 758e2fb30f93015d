import { inputLimits } from '@gyan/contract/limits.ts';
import sharp, { type OutputInfo, type Sharp, type SharpOptions } from 'sharp';
import type { SizeName } from './files.ts';
import { UnreadableError } from './unreadable.ts';

// Each picture is decoded once, so a cache only uses memory. One thread per picture leaves the other cores to requests.
sharp.cache(false);
sharp.concurrency(1);

export interface Dimensions {
  width: number;
  height: number;
}

/** A picture encoded for the web, without bytes or metadata of the original. */
export interface Picture {
  sizes: Record<SizeName, Dimensions>;
  files: Record<SizeName, Buffer>;
  placeholder: string;
  /** A difference hash of 64 bits as a decimal number: similar pictures differ in few bits. */
  differenceHash: string;
}

const widths = { lg: 1920, md: 960, sm: 480 } as const;
/** The largest ratio of height to width: tall drawings stay readable and within WebP's limit. */
const tallest = 4;
const webp = { quality: 80, effort: 2 };
/** Effort costs most at large sizes, so these have none and a slightly lower quality. */
const mediumWebp = { quality: 77, effort: 0 };
const largeWebp = { quality: 78, effort: 0 };
/** Background for transparent pictures in formats without transparency. */
const paper = '#faf7f0';

const decoding: SharpOptions = {
  limitInputPixels: inputLimits.imagePixels,
  failOn: 'error',
  animated: false,
  sequentialRead: true,
};

/** Reads only the header, so the cost does not depend on the number of pixels. */
export async function readDimensions(bytes: Uint8Array): Promise<Dimensions> {
  const { width, height } = await sharp(bytes, { ...decoding, limitInputPixels: false }).metadata();
  return { width, height };
}

/** Expects checked bytes. Imports nothing else of the server: the image worker loads this file. */
export async function convertPicture(bytes: Uint8Array): Promise<Picture> {
  // Decoded once, to the largest size; the others are made from that. The linear kernel is the faster one.
  const lg = await fit(sharp(bytes, decoding).autoOrient(), widths.lg, 'linear').catch((cause: unknown) => {
    throw new UnreadableError('The picture cannot be decoded.', { cause });
  });
  const md = await shrink(lg, widths.md, 'linear');
  const sm = await shrink(md, widths.sm);
  const share = await shrink(lg, 1200, 'linear');

  const smFile = await encode(sm, webp);
  const mdFile = md === sm ? smFile : await encode(md, mediumWebp);
  const lgFile = lg === md ? mdFile : await encode(lg, largeWebp);
  const shareFile = await open(share)
    .flatten({ background: paper })
    .jpeg({ quality: 80, optimiseCoding: false })
    .toBuffer();

  return {
    sizes: { sm: dimensions(sm), md: dimensions(md), lg: dimensions(lg), share: dimensions(share) },
    files: {
      sm: smFile,
      md: mdFile,
      lg: lgFile,
      share: shareFile,
    },
    placeholder: await placeholderOf(sm),
    differenceHash: await differenceHashOf(sm),
  };
}

/** Decoded pixels: eight bits, sRGB. */
interface Pixels {
  data: Buffer;
  info: OutputInfo;
}

type Kernel = 'cubic' | 'linear';

function fit(input: Sharp, width: number, kernel: Kernel = 'cubic'): Promise<Pixels> {
  return input
    .resize({ width, height: width * tallest, fit: 'inside', withoutEnlargement: true, kernel })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
}

async function shrink(pixels: Pixels, width: number, kernel?: Kernel): Promise<Pixels> {
  const fits = pixels.info.width <= width && pixels.info.height <= width * tallest;
  return fits ? pixels : fit(open(pixels), width, kernel);
}

function open({ data, info: { width, height, channels } }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

function encode(pixels: Pixels, options: typeof webp): Promise<Buffer> {
  return open(pixels).webp(options).toBuffer();
}

function dimensions({ info: { width, height } }: Pixels): Dimensions {
  return { width, height };
}

/** A data URL of a few dozen blurred pixels, shown while the picture loads. */
async function placeholderOf(pixels: Pixels): Promise<string> {
  const tiny = await open(pixels)
    .flatten({ background: paper })
    .resize({ width: 16, height: 16, fit: 'inside' })
    .webp({ quality: 20, effort: 4, smartSubsample: false })
    .toBuffer();
  return `data:image/webp;base64,${tiny.toString('base64')}`;
}

/** Each bit says whether a cell of an 8 by 8 grid is darker than the one to its right. */
async function differenceHashOf(pixels: Pixels): Promise<string> {
  const cells = await open(pixels)
    .flatten({ background: paper })
    .greyscale()
    .resize({ width: 9, height: 8, fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  let bits = 0n;
  for (let row = 0; row < 8; row += 1) {
    for (let column = 0; column < 8; column += 1) {
      const at = row * 9 + column;
      bits = (bits << 1n) | ((cells[at] ?? 0) < (cells[at + 1] ?? 0) ? 1n : 0n);
    }
  }
  return BigInt.asIntN(64, bits).toString();
}
