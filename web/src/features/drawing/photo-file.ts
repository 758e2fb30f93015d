const longSide = 1920;

/** A picture file as a JPEG data URL of at most 1920 pixels, with its ratio. */
export async function readPhoto(file: Blob): Promise<{ dataUrl: string; ratio: number }> {
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) throw new Error('This browser cannot read the picture. Please try another format.');
  const scale = Math.min(1, longSide / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This picture could not be read. Please try another one.');
  // JPEG has no transparency; transparent areas become white, not black.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return { dataUrl: canvas.toDataURL('image/jpeg', 0.9), ratio: canvas.width / canvas.height };
}
