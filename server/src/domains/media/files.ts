/** The files of one photo: three for pages, one for link previews on other sites. */
export const photoFiles = {
  sm: { name: 'sm.webp', contentType: 'image/webp' },
  md: { name: 'md.webp', contentType: 'image/webp' },
  lg: { name: 'lg.webp', contentType: 'image/webp' },
  share: { name: 'share.jpg', contentType: 'image/jpeg' },
} as const;

export type SizeName = keyof typeof photoFiles;

export const sizeNames = Object.keys(photoFiles) as SizeName[];

/** Without a host; callers that need an absolute URL prepend the public one. */
export function photoUrl(key: string, size: SizeName): string {
  return `/media/${key}/${photoFiles[size].name}`;
}

/** The first two characters of the key are the folder, so that folders stay small. */
export function storageKey(key: string, size: SizeName): string {
  return `photos/${key.slice(0, 2)}/${key}/${photoFiles[size].name}`;
}

/** The picture of a page in link previews, drawn by `share-drawing.ts`. */
export const shareImageSize = { width: 1200, height: 630 };
