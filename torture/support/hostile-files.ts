import { deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

export interface HostileFile {
  name: string;
  bytes: Buffer;
  /** Whether it may be accepted as a picture. */
  isPicture: boolean;
}

/** Must never appear in a served picture. */
export const payload = '<script>alert(1)</script>';

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

function crc(bytes: Buffer): number {
  let c = 0xffffffff;
  for (const byte of bytes) c = (crcTable[(c ^ byte) & 0xff] ?? 0) ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(8 + named.length);
  out.writeUInt32BE(data.length, 0);
  named.copy(out, 4);
  out.writeUInt32BE(crc(named), 4 + named.length);
  return out;
}

/** A PNG whose header claims these dimensions. */
function png(width: number, height: number, data: Buffer, more: Buffer[] = [], depth = 1): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = depth;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    ...more,
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const ofZeros = (bytes: number) => deflateSync(Buffer.alloc(bytes), { level: 9 });
const inside = (picture: Buffer, at: number, more: Buffer) =>
  Buffer.concat([picture.subarray(0, at), more, picture.subarray(at)]);

/** A JPEG segment: an application's own, or a comment. */
function segment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** EXIF, XMP, ICC profile and comments, as cameras and editors write them. */
function cameraMetadata(picture: Sharp): Promise<Buffer> {
  return picture
    .withExif({
      IFD0: { Copyright: payload, Artist: 'Somebody' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '27/1 10/1 0/1' },
    })
    .withXmp(
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><r:Description>${payload}</r:Description></r:RDF></x:xmpmeta>`,
    )
    .withIccProfile('p3')
    .toBuffer();
}

/** Files that attack image decoders, and some that are valid but unusual. */
export async function makeHostileFiles(): Promise<HostileFile[]> {
  const base = sharp({ create: { width: 320, height: 180, channels: 3, background: '#c08040' } });
  const [jpeg, webp, gif, tiff, avif, plain] = await Promise.all([
    base.clone().jpeg().toBuffer(),
    base.clone().webp().toBuffer(),
    base.clone().gif().toBuffer(),
    base.clone().tiff().toBuffer(),
    base.clone().avif({ effort: 0 }).toBuffer(),
    base.clone().png().toBuffer(),
  ]);
  const frames = await sharp(Buffer.alloc(64 * 64 * 300 * 3), {
    raw: { width: 64, height: 64 * 300, channels: 3, pageHeight: 64 },
  })
    .gif()
    .toBuffer();
  const odd = (name: string, bytes: Buffer): HostileFile => ({ name, bytes, isPicture: true });
  const bad = (name: string, bytes: Buffer | string): HostileFile => ({
    name,
    bytes: Buffer.from(bytes as string, 'latin1'),
    isPicture: false,
  });
  const jpegSize = (width: number, height: number) => {
    const copy = Buffer.from(jpeg);
    const at = copy.indexOf(Buffer.from([0xff, 0xc0]));
    copy.writeUInt16BE(height, at + 5);
    copy.writeUInt16BE(width, at + 7);
    return copy;
  };
  const gifSize = Buffer.from(gif);
  gifSize.writeUInt16LE(0xffff, 6);
  gifSize.writeUInt16LE(0xffff, 8);
  // A decoder would render it: it must be refused by its type.
  const drawing = 'xmlns="http://www.w3.org/2000/svg" width="64" height="64"';
  const svg = `<svg ${drawing} onload="alert(1)"><rect width="64" height="64" fill="red"/>${payload}</svg>`;
  const kinds = { jpeg, webp, gif, avif, png: plain };

  return [
    // Polyglots.
    odd('jpeg with a script as comment', inside(jpeg, 2, segment(0xfe, Buffer.from(payload)))),
    odd('jpeg with a page behind it', Buffer.concat([jpeg, Buffer.from(`<html>${payload}</html>`)])),
    odd(
      'jpeg with an archive behind it',
      Buffer.concat([jpeg, Buffer.from('PK\x03\x04'), Buffer.alloc(1000)]),
    ),
    odd('png with a script as text', inside(plain, 33, chunk('tEXt', Buffer.from(`Comment\0${payload}`)))),
    odd('gif with a script behind it', Buffer.concat([gif, Buffer.from(payload)])),
    bad('gif that is a script', `GIF89a/*${' '.repeat(20)}*/=1;alert(1)//`),
    bad('page that begins like a jpeg', `\xff\xd8\xff<html>${payload}</html>`),
    bad('page that begins like a webp', `RIFF\x10\0\0\0WEBP${payload}`),
    bad('document that begins like a png', `\x89PNG\r\n\x1a\n%PDF-1.7 ${payload}`),
    // Not pictures, or unsupported formats.
    bad('svg', svg),
    bad(
      'svg with a declaration',
      `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg ${drawing}><text y="20">&x;</text></svg>`,
    ),
    bad('svg behind white space', `\n\n  ${svg}`),
    bad('tiff', tiff),
    bad('tiff that knows where it was taken', await cameraMetadata(base.clone().tiff())),
    bad('bmp', `BM${'\0'.repeat(200)}`),
    bad('ico', `\0\0\x01\0\x01\0${'\0'.repeat(200)}`),
    bad('pdf', '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'),
    bad('zip', `PK\x03\x04${'\0'.repeat(100)}`),
    bad('page', `<!doctype html>${payload}`),
    bad('mp4', `\0\0\0\x18ftypisom${'\0'.repeat(100)}`),
    bad('one byte', 'x'),
    bad('no bytes', ''),
    bad('zeros', '\0'.repeat(10_000)),
    // Truncated.
    ...Object.entries(kinds).flatMap(([type, bytes]) =>
      [0.1, 0.5].map((part) =>
        bad(`${type} of which ${part * 100} % are there`, bytes.subarray(0, Math.ceil(bytes.length * part))),
      ),
    ),
    // Decompression bombs.
    bad('png of 256 megapixels', png(16_000, 16_000, ofZeros(16_000 * 2_001))),
    bad('png of 26 megapixels', png(5_100, 5_100, ofZeros(5_100 * 639))),
    bad('png that says it is endless', png(0x7fffffff, 0x7fffffff, ofZeros(100))),
    bad('png of no size', png(0, 0, ofZeros(10))),
    bad('png with less than it says', png(4_000, 4_000, ofZeros(100))),
    bad('jpeg that says it is endless', jpegSize(65_500, 65_500)),
    // The first frame is small.
    odd('gif that says it is endless', gifSize),
    odd(
      'png with a profile that unpacks to 100 MB',
      inside(plain, 33, chunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), ofZeros(100_000_000)]))),
    ),
    odd(
      'png with text that unpacks to 100 MB',
      inside(plain, 33, chunk('zTXt', Buffer.concat([Buffer.from('x\0\0'), ofZeros(100_000_000)]))),
    ),
    // Unusual but valid pictures.
    odd(
      'jpeg with megabytes of metadata',
      inside(
        jpeg,
        2,
        Buffer.concat(
          Array.from({ length: 60 }, () =>
            segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), Buffer.alloc(65_000, 0x41)])),
          ),
        ),
      ),
    ),
    odd(
      'jpeg with a made-up profile',
      inside(
        jpeg,
        2,
        segment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01'), Buffer.alloc(60_000, 0x42)])),
      ),
    ),
    ...(await Promise.all(
      (['jpeg', 'png', 'webp', 'avif'] as const).map(async (type) =>
        odd(`${type} that knows where it was taken`, await cameraMetadata(base.clone().toFormat(type))),
      ),
    )),
    odd('gif of 300 frames', frames),
    odd('png of sixteen bits', await sharp(plain).toColourspace('rgb16').png().toBuffer()),
    odd('jpeg for a printer', await sharp(jpeg).toColourspace('cmyk').jpeg().toBuffer()),
    odd(
      'png of one pixel',
      await sharp({ create: { width: 1, height: 1, channels: 4, background: '#0000' } })
        .png()
        .toBuffer(),
    ),
    odd(
      'png of one line',
      await sharp({ create: { width: 6_000, height: 1, channels: 3, background: '#fff' } })
        .png()
        .toBuffer(),
    ),
    ...Object.entries(kinds).map(([type, bytes]) => odd(`${type} with nothing wrong`, bytes)),
  ];
}
