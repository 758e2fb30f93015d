import sharp from 'sharp';

/** A 12-megapixel JPEG with noise, about as large and as slow to decode as a phone's photo. */
export async function makePhoto(): Promise<Buffer> {
  const noise = (width: number, height: number, sigma: number) =>
    sharp({
      create: {
        width,
        height,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma },
      },
    });
  const hills = await noise(40, 30, 90).png().toBuffer();
  const grain = await noise(2000, 1500, 14).png().toBuffer();
  const large = await sharp(grain).resize(4000, 3000).png().toBuffer();
  return sharp(hills)
    .resize(4000, 3000, { kernel: 'cubic' })
    .composite([{ input: large, blend: 'soft-light' }])
    .removeAlpha()
    .jpeg({ quality: 90 })
    .toBuffer();
}
