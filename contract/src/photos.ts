import * as z from 'zod/mini';
import { checkText, missingOr } from './text.ts';

const PhotoSize = z.object({ url: z.string(), width: z.int(), height: z.int() });

/** One picture in three widths: at most 480, 960 and 1920 pixels. */
export const PhotoModel = z.object({
  specMap: z.object({ sm: PhotoSize, md: PhotoSize, lg: PhotoSize }),
  /** Something tiny to show until the picture is there. */
  placeholder: z.nullish(z.string()),
});
export type PhotoModel = z.infer<typeof PhotoModel>;

/** The field of a form that carries one, wherever a form does. */
export const photoField = 'photoBase64';

const dataUrlHead = /^data:([^;,]*)((?:;[^;,]*)*),/i;
const headLength = 200;
const checkedLetters = 1_000;

/** What a check of the form looks at; the rest of the letters is the decoder's to judge. */
export const photoHeadLength = headLength + checkedLetters;

/** The base64 text of a picture, whether it came as a data URL or bare. */
export function bareBase64(photo: string): string {
  const head = dataUrlHead.exec(photo.slice(0, headLength));
  return (head ? photo.slice(head[0].length) : photo).trim();
}

function photoProblem(photo: string): string | undefined {
  const head = dataUrlHead.exec(photo.slice(0, headLength));
  if (head && !/^image\//i.test(head[1] ?? '')) return 'Invalid image type';
  if (head && !/;base64$/i.test(head[2] ?? '')) return 'Image must be sent as base64';
  // The rest, bytes and size are the decoder's to judge: going through millions of letters here would keep others waiting.
  const start = bareBase64(photo).slice(0, checkedLetters);
  return /^[A-Za-z0-9+/\s]*={0,2}$/.test(start) ? undefined : 'Image must be sent as base64';
}

const uploadMissing = 'Image needs to be uploaded';

/** A picture that has to be there. Comes out as bare base64. */
export const PhotoBase64 = z.string(missingOr(uploadMissing, 'Image must be sent as base64')).check(
  checkText((photo) => (bareBase64(photo) === '' ? uploadMissing : photoProblem(photo)), { minimum: 1 }),
  z.overwrite(bareBase64),
);

const anyPhoto = z
  .string('Image must be sent as base64')
  .check(checkText(photoProblem), z.overwrite(bareBase64));

/** A picture that may be left out; an empty form field means left out. */
export const OptionalPhotoBase64 = z.pipe(
  z.pipe(
    z.nullish(anyPhoto),
    z.transform((photo: string | null | undefined) => photo || undefined),
  ),
  z.optional(z.string()),
);

/** For edits: left out keeps the picture (`undefined`), empty takes it away (`null`). */
export const ClearablePhotoBase64 = z.pipe(
  z.pipe(
    z.nullish(anyPhoto),
    z.transform((photo: string | null | undefined) => (photo === undefined ? undefined : photo || null)),
  ),
  z.nullish(z.string()),
);
