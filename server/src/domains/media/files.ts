/** The files of one photo: three for pages, one for what other sites show when somebody shares a page. */
export const photoFiles = {
  sm: { name: 'sm.webp', contentType: 'image/webp' },
  md: { name: 'md.webp', contentType: 'image/webp' },
  lg: { name: 'lg.webp', contentType: 'image/webp' },
  share: { name: 'share.jpg', contentType: 'image/jpeg' },
} as const;

export type SizeName = keyof typeof photoFiles;

export const sizeNames = Object.keys(photoFiles) as SizeName[];

/** Without a host: pages that need a whole address put the public one before it. */
export function photoUrl(key: string, size: SizeName): string {
  return `/media/${key}/${photoFiles[size].name}`;
}

/** Two letters of the key make a folder, so that none of them grows without end. */
export function storageKey(key: string, size: SizeName): string {
  return `photos/${key.slice(0, 2)}/${key}/${photoFiles[size].name}`;
}
