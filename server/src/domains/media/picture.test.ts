import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { ReceivedPhoto } from '#http/received-photo.ts';
import { openPhoto } from './base64.ts';
import { makePicture } from './picture.ts';

const red = { r: 200, g: 20, b: 20 };
const blue = { r: 20, g: 20, b: 200 };

function plain(width: number, height: number, background: object = red) {
  return sharp({ create: { width, height, channels: 3, background: background as typeof red } });
}

/** Left half red, right half blue. */
function halves(width: number, height: number) {
  return plain(width, height).composite([
    {
      input: { create: { width: width / 2, height, channels: 3, background: blue } },
      left: width / 2,
      top: 0,
    },
  ]);
}

/** A PNG that claims to be large and contains almost no data. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const frame = Buffer.alloc(8 + body.length);
    frame.writeUInt32BE(data.length, 0);
    body.copy(frame, 4);
    frame.writeUInt32BE(crc32(body), 4 + body.length);
    return frame;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('sizes', () => {
  it('makes three widths and one to share, keeping the shape', async () => {
    const { sizes, files } = await makePicture(await plain(4000, 3000).jpeg().toBuffer());
    expect(sizes).toEqual({
      sm: { width: 480, height: 360 },
      md: { width: 960, height: 720 },
      lg: { width: 1920, height: 1440 },
      share: { width: 1200, height: 900 },
    });
    for (const size of ['sm', 'md', 'lg'] as const) {
      const { width, height, format } = await sharp(files[size]).metadata();
      expect({ width, height, format }).toEqual({ ...sizes[size], format: 'webp' });
    }
    expect((await sharp(files.share).metadata()).format).toBe('jpeg');
  });

  it('never makes a picture larger than it was', async () => {
    const { sizes } = await makePicture(await plain(300, 200).png().toBuffer());
    expect(Object.values(sizes)).toEqual(Array.from({ length: 4 }, () => ({ width: 300, height: 200 })));
  });

  it.each([
    [1, 1],
    [12_000, 30],
    [30, 12_000],
  ])('manages a picture of %i × %i', async (width, height) => {
    const { sizes, placeholder } = await makePicture(await plain(width, height).png().toBuffer());
    for (const size of Object.values(sizes)) {
      expect(Math.min(size.width, size.height)).toBeGreaterThan(0);
      expect(size.width).toBeLessThanOrEqual(1920);
    }
    expect(placeholder.length).toBeLessThanOrEqual(200);
  });
});

describe('what is left of the original', () => {
  it('is no metadata', async () => {
    const original = await plain(800, 600)
      .withExif({ IFD0: { Copyright: 'Asha', ImageDescription: 'at home' }, IFD3: { GPSLatitude: '28/1' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"></x:xmpmeta>')
      .withIccProfile('p3')
      .jpeg()
      .toBuffer();
    expect(original.includes('Asha')).toBe(true);
    const { files } = await makePicture(original);
    for (const file of Object.values(files)) {
      expect(file.includes('Asha')).toBe(false);
      const { exif, xmp, icc, iptc } = await sharp(file).metadata();
      expect([exif, xmp, icc, iptc]).toEqual([undefined, undefined, undefined, undefined]);
    }
  });

  it('stands upright, however the camera was held', async () => {
    // 6: the picture must be rotated right by 90°, so its left side becomes the top.
    const original = await halves(800, 400).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { sizes, files } = await makePicture(original);
    expect(sizes.lg).toEqual({ width: 400, height: 800 });
    const { data, info } = await sharp(files.lg).raw().toBuffer({ resolveWithObject: true });
    const pixel = (x: number, y: number) => [
      ...data.subarray((y * info.width + x) * info.channels).subarray(0, 3),
    ];
    const [topRed = 0, , topBlue = 0] = pixel(200, 50);
    const [bottomRed = 0, , bottomBlue = 0] = pixel(200, 750);
    expect(topRed).toBeGreaterThan(topBlue);
    expect(bottomBlue).toBeGreaterThan(bottomRed);
  });

  it('is the first frame of a moving picture', async () => {
    const frames = await Promise.all([
      plain(60, 40, red).png().toBuffer(),
      plain(60, 40, blue).png().toBuffer(),
    ]);
    const original = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await sharp(original).metadata()).pages).toBe(2);
    const { sizes, files } = await makePicture(original);
    expect(sizes.lg).toEqual({ width: 60, height: 40 });
    expect((await sharp(files.lg).metadata()).pages ?? 1).toBe(1);
    const { data } = await sharp(files.lg).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const [redPart = 0, , bluePart = 0] = data;
    expect(redPart).toBeGreaterThan(bluePart);
  });

  it('keeps what is transparent, and shares it on paper', async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    const original = await sharp({ create: { width: 100, height: 100, channels: 4, background: clear } })
      .png()
      .toBuffer();
    const { files } = await makePicture(original);
    expect((await sharp(files.lg).metadata()).hasAlpha).toBe(true);
    const { data } = await sharp(files.share).raw().toBuffer({ resolveWithObject: true });
    expect(Math.min(...data.subarray(0, 3))).toBeGreaterThan(220);
  });

  it('is a placeholder of a few bytes', async () => {
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
    for (const original of [
      await halves(1600, 900).jpeg().toBuffer(),
      await sharp({ create: { width: 1600, height: 900, channels: 3, background: red, noise } })
        .jpeg()
        .toBuffer(),
    ]) {
      const { placeholder } = await makePicture(original);
      expect(placeholder).toMatch(/^data:image\/webp;base64,/);
      expect(placeholder.length).toBeLessThanOrEqual(200);
    }
  });

  it.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('can come from %s', async (format) => {
    const original = await plain(64, 48).toFormat(format).toBuffer();
    expect((await makePicture(original)).sizes.lg).toEqual({ width: 64, height: 48 });
  });

  it.each(['cmyk', 'b-w', 'rgb16'] as const)('can come from the colours of %s', async (space) => {
    const image = plain(64, 48).toColourspace(space);
    const original = await (space === 'cmyk' ? image.jpeg() : image.png()).toBuffer();
    expect((await makePicture(original)).sizes.lg).toEqual({ width: 64, height: 48 });
  });
});

describe('refusals', () => {
  it.each([
    [20_000, 20_000],
    [65_000, 65_000],
    [5_001, 5_000],
  ])('say at once that %i × %i pixels are too many', async (width, height) => {
    const bytes = bomb(width, height);
    await makePicture(await plain(8, 8).png().toBuffer());
    const begun = performance.now();
    await expect(makePicture(bytes)).rejects.toMatchObject({ code: 'too_large' });
    expect(performance.now() - begun).toBeLessThan(200);
  });

  it('say that more than six megabytes are too many, without decoding', async () => {
    await expect(makePicture(Buffer.alloc(6 * 1024 * 1024 + 1, 0xff))).rejects.toMatchObject({
      code: 'too_large',
    });
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('Hello, this is a picture. Really.')],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>')],
    [
      'SVG behind a declaration',
      Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
    ],
    ['PDF', Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj')],
    ['the start of a JPEG and no more', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0])],
    ['a PNG whose inside is missing', bomb(200, 200).subarray(0, 60)],
    ['raw bytes that libvips would take', Buffer.from('P5\n2 2\n255\n\0\0\0\0')],
  ])('meet %s', async (_what, bytes) => {
    await expect(makePicture(bytes)).rejects.toMatchObject({
      code: 'invalid_input',
      fields: [{ field: 'photoBase64', message: 'Invalid image type' }],
    });
  });

  it.each(['none', 'jpeg', 'lzw'] as const)('meet a whole TIFF (%s)', async (compression) => {
    const tiff = await plain(64, 48).tiff({ compression }).toBuffer();
    await expect(makePicture(tiff)).rejects.toMatchObject({
      code: 'invalid_input',
      fields: [{ field: 'photoBase64', message: 'Invalid image type' }],
    });
  });

  it('meet a picture that ends in the middle', async () => {
    const whole = await sharp({
      create: {
        width: 900,
        height: 900,
        channels: 3,
        background: red,
        noise: { type: 'gaussian', mean: 100, sigma: 50 },
      },
    })
      .jpeg()
      .toBuffer();
    await expect(makePicture(whole.subarray(0, whole.length / 2))).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });
});

describe('base64', () => {
  const bytes = Buffer.from('any bytes at all');
  const opened = (text: string) => {
    const sent = Buffer.from(text);
    const photo = new ReceivedPhoto(sent.byteLength);
    photo.take(sent);
    photo.end();
    return openPhoto(photo).bytes;
  };

  it('comes bare or as a data URL', () => {
    const encoded = bytes.toString('base64');
    for (const text of [
      encoded,
      `data:image/jpeg;base64,${encoded}`,
      ` data:image/png;base64,${encoded}\n`.trim(),
    ]) {
      expect(opened(text)).toEqual(bytes);
    }
  });

  it('is refused when it is empty, not base64, or too long', () => {
    expect(() => opened('')).toThrow('Image needs to be uploaded');
    expect(() => opened('data:image/png;base64,')).toThrow('Image needs to be uploaded');
    expect(() => opened('<script>')).toThrow('Image must be sent as base64');
    expect(() => opened('A'.repeat(9 * 1024 * 1024))).toThrow('larger than 6 MB');
    expect(() => opened(Buffer.alloc(6 * 1024 * 1024 + 3).toString('base64'))).toThrow('larger than 6 MB');
    expect(opened(Buffer.alloc(6 * 1024 * 1024).toString('base64')).byteLength).toBe(6 * 1024 * 1024);
  });
});
