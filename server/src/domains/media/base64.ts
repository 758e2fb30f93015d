import { sizes } from '@gyan/contract/limits.ts';
import { bareBase64 } from '@gyan/contract/photos.ts';
import { invalidField, ProblemError } from '#http/problems.ts';

/** A data URL or bare base64, as forms send pictures. */
export function parsePhotoBase64(text: string, field = 'photoBase64'): Buffer {
  const encoded = bareBase64(text);
  if (encoded === '') throw invalidField(field, 'Image needs to be uploaded');
  if (encoded.length > (sizes.imageBytes / 3) * 4 * 1.1) throw tooLarge();
  if (!/^[A-Za-z0-9+/\s]+={0,2}$/.test(encoded)) throw invalidField(field, 'Image must be sent as base64');
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.byteLength > sizes.imageBytes) throw tooLarge();
  return bytes;
}

export function tooLarge(): ProblemError {
  return new ProblemError('too_large', 'This picture is larger than 6 MB. Please choose a smaller one.');
}
