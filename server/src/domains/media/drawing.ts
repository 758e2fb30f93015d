import sharp from 'sharp';

/**
 * An SVG drawn by this project as a JPEG that can be stored like any photo. Never for what users send:
 * an SVG can name other files and grow without bounds.
 */
export async function renderDrawing(svg: string, width: number): Promise<Buffer> {
  const drawing = sharp(Buffer.from(svg), { limitInputPixels: 25_000_000 });
  return drawing.resize({ width }).flatten({ background: '#faf7f0' }).jpeg({ quality: 90 }).toBuffer();
}
