const acceptedTypes = new Set([
  'image/png',
  'image/jpg',
  'image/jpeg',
  'image/bmp',
  'image/gif',
  'image/tiff',
  'image/webp',
  'image/x-icon',
  // Other names that browsers use for the same format.
  'image/vnd.microsoft.icon',
]);

/** For the `accept` attribute of a file input. */
export const acceptedImages = [...acceptedTypes].join(',');

export const invalidImageType = 'Invalid image type';

export function isAcceptedImage(file: Pick<Blob, 'type'>): boolean {
  return acceptedTypes.has(file.type.toLowerCase());
}
