import sharp from 'sharp';

/**
 * Renders an SVG of this project as a JPEG. Never for uploads: an SVG can reference other files and be arbitrarily
 * large.
 */
export async function renderDrawing(svg: string, width: number): Promise<Buffer> {
  const drawing = sharp(Buffer.from(svg), { limitInputPixels: 25_000_000 });
  return drawing.resize({ width }).flatten({ background: '#faf7f0' }).jpeg({ quality: 90 }).toBuffer();
}
