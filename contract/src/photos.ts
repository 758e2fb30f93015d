import * as z from 'zod/mini';
import { checkText, missingOr } from './text.ts';

const PhotoSize = z.object({ url: z.string(), width: z.int(), height: z.int() });

/** One picture in three widths: at most 480, 960 and 1920 pixels. */
export const PhotoModel = z.object({
  specMap: z.object({ sm: PhotoSize, md: PhotoSize, lg: PhotoSize }),
  /** A tiny preview to show while the picture loads. */
  placeholder: z.nullish(z.string()),
});
export type PhotoModel = z.infer<typeof PhotoModel>;

/** The name of the picture field in every form. */
export const photoField = 'photoBase64';

const dataUrlHead = /^data:([^;,]*)((?:;[^;,]*)*),/i;
const headLength = 200;
const checkedCharacters = 1_000;

/** The number of characters that form validation reads; the decoder checks the rest. */
export const photoHeadLength = headLength + checkedCharacters;

/** The base64 text of a picture, from a data URL or bare. */
export function bareBase64(photo: string): string {
  const head = dataUrlHead.exec(photo.slice(0, headLength));
  return (head ? photo.slice(head[0].length) : photo).trim();
}

function photoProblem(photo: string): string | undefined {
  const head = dataUrlHead.exec(photo.slice(0, headLength));
  if (head && !/^image\//i.test(head[1] ?? '')) return 'Invalid image type';
  if (head && !/;base64$/i.test(head[2] ?? '')) return 'Image must be sent as base64';
  // The decoder checks the rest: reading millions of characters here would block the event loop.
  const start = bareBase64(photo).slice(0, checkedCharacters);
  return /^[A-Za-z0-9+/\s]*={0,2}$/.test(start) ? undefined : 'Image must be sent as base64';
}

const uploadMissing = 'Image needs to be uploaded';

/** A required picture. Returns bare base64. */
export const PhotoBase64 = z.string(missingOr(uploadMissing, 'Image must be sent as base64')).check(
  checkText((photo) => (bareBase64(photo) === '' ? uploadMissing : photoProblem(photo)), { minimum: 1 }),
  z.overwrite(bareBase64),
);

const anyPhoto = z
  .string('Image must be sent as base64')
  .check(checkText(photoProblem), z.overwrite(bareBase64));

/** An optional picture; an empty form field means omitted. */
export const OptionalPhotoBase64 = z.pipe(
  z.pipe(
    z.nullish(anyPhoto),
    z.transform((photo: string | null | undefined) => photo || undefined),
  ),
  z.optional(z.string()),
);

/** For edits: omitted keeps the picture (`undefined`), empty removes it (`null`). */
export const ClearablePhotoBase64 = z.pipe(
  z.pipe(
    z.nullish(anyPhoto),
    z.transform((photo: string | null | undefined) => (photo === undefined ? undefined : photo || null)),
  ),
  z.nullish(z.string()),
);
